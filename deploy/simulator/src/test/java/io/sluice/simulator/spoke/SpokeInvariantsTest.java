package io.sluice.simulator.spoke;

import static io.sluice.simulator.spoke.ManualSpoke.STEADILY;
import static io.sluice.simulator.spoke.PolicySpecs.configuration;
import static io.sluice.simulator.spoke.PolicySpecs.enforced;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulator.spoke.ManualSpoke.Write;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpokeInvariantsTest {
  private static final String CIS = "policies.cis";
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static final List<SpokeBehaviour> MANNERS =
      List.of(
          STEADILY,
          SpokeBehaviour.ORDINARY.nonCompliantFirst(),
          STEADILY.lateFormer(SECOND, SECOND),
          STEADILY.neverCompliant(),
          STEADILY.turnsNonCompliantAfter(SECOND),
          STEADILY.flapping(SECOND).patchingEvents(),
          STEADILY.silent(),
          STEADILY.silentAfterChange(SECOND),
          STEADILY.cutOff(),
          STEADILY.cutOffAfterChange(SECOND),
          STEADILY.copyMadeAnew(),
          STEADILY.templateError(),
          STEADILY.localCluster(),
          STEADILY.withDelays(ManualSpoke.STEADY.withEvaluationInterval(SECOND)));

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void whateverHappenedTheLastContentIsJudgedInTheEnd(long seed) {
    Random random = new Random(seed);
    ManualSpoke spoke = new ManualSpoke(STEADILY, seed);
    Set<String> contents = new HashSet<>();
    for (int step = 0; step < 200; step++) {
      switch (random.nextInt(4)) {
        case 0 -> spoke.behave(MANNERS.get(random.nextInt(MANNERS.size())));
        case 1 -> {
          if (random.nextInt(5) == 0 && spoke.hub.containsKey(CIS)) {
            spoke.delete(CIS);
          }
        }
        default -> {
          String value = "" + random.nextInt(1000);
          var spec = enforced(configuration("a", value), configuration("b", "" + step % 3));
          contents.add(SpokeVerdict.contentOf(spec));
          spoke.write(CIS, spec);
        }
      }
      spoke.millis(random.nextInt(8000));
    }
    var last = enforced(configuration("a", "last"), configuration("b", "last"));
    spoke.behave(STEADILY).write(CIS, last).millis(20_000);

    assertThat(spoke.compliant(CIS)).isEqualTo("Compliant");
    List<SpokeVerdict> verdicts = spoke.model.verdicts();
    assertThat(verdicts.get(verdicts.size() - 1).content()).isEqualTo(SpokeVerdict.contentOf(last));
    contents.add(SpokeVerdict.contentOf(last));
    assertThat(verdicts).allMatch(verdict -> contents.contains(verdict.content()));
    assertThat(spoke.model.nextDue()).as("a quiet spoke has nothing to do").isEmpty();
    assertThat(spoke.writes).allSatisfy(SpokeInvariantsTest::wellFormed);
  }

  private static void wellFormed(Write write) {
    for (int template = 0; template < 2; template++) {
      List<String> names =
          PolicySpecs.history(write.status(), template).stream()
              .map(entry -> (String) entry.get("eventName"))
              .toList();
      assertThat(names).hasSizeLessThanOrEqualTo(10).doesNotHaveDuplicates();
      assertThat(names.stream().map(ManualSpoke::dated).toList())
          .isSortedAccordingTo((one, other) -> other.compareTo(one));
    }
  }
}
