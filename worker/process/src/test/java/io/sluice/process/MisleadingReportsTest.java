package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.JsonTree;
import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeDelays;
import io.sluice.simulator.spoke.SpokeState;
import io.sluice.simulator.spoke.SpokeVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Rolls out over spokes whose reports would mislead a hub that trusts them, on a real clock with
 * the soak floor at its default.
 */
@Tag("nightly")
@Timeout(300)
class MisleadingReportsTest {
  private static final Duration SOON = Patience.MOST;
  private static final Duration FLOOR = Duration.ofSeconds(10);
  private static final Settings SETTINGS =
      RolloutFixture.QUICK.with(settings -> settings.soakFloor(FLOOR));
  private static final String PER_GROUP =
      "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}";

  /** The former status stands for two seconds after every change. */
  private static final SpokeDelays SLOW =
      SpokeDelays.OBSERVED
          .withEvaluation(Duration.ofSeconds(2), Duration.ofSeconds(2))
          .withEvaluationBackoff(Duration.ZERO);

  private record Sample(Instant at, long soaking, long succeeded) {}

  /** Gives everybody the first version at once, then rolls the second one out. */
  private static List<Sample> roll(RolloutFixture fixture) {
    fixture.policy("one", "");
    Patience.await()
        .until(
            () ->
                fixture.clusters().stream()
                    .allMatch(
                        c ->
                            fixture
                                .replica(c)
                                .filter(MisleadingReportsTest::compliant)
                                .isPresent()));
    fixture.policy("two", PER_GROUP);
    List<Sample> samples = new ArrayList<>();
    Patience.await()
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              Map<String, Object> status = fixture.status();
              Map<String, Object> counts = JsonTree.map(status.get("counts"));
              samples.add(
                  new Sample(
                      Instant.now(), number(counts, "soaking"), number(counts, "succeeded")));
              return "Done".equals(status.get("phase"));
            });
    return samples;
  }

  private static boolean compliant(GenericKubernetesResource replica) {
    return "Compliant".equals(RolloutFixture.part(replica, "status").get("compliant"));
  }

  private static long number(Map<String, Object> counts, String key) {
    return counts.get(key) instanceof Number number ? number.longValue() : 0;
  }

  private static Instant first(List<Sample> samples, ToLongFunction<Sample> count) {
    return samples.stream()
        .filter(sample -> count.applyAsLong(sample) > 0)
        .map(Sample::at)
        .findFirst()
        .orElseThrow();
  }

  /** When the spoke first found the present content of its replica in that state. */
  private static Instant verdict(RolloutFixture fixture, String cluster, SpokeState state) {
    String content =
        SpokeVerdict.contentOf(RolloutFixture.part(fixture.replica(cluster).orElseThrow(), "spec"));
    Optional<SpokeVerdict> found =
        fixture.fleet().verdicts(cluster).stream()
            .filter(verdict -> verdict.content().equals(content) && verdict.state() == state)
            .findFirst();
    assertThat(found).as("a %s verdict of %s on the new content", state, cluster).isPresent();
    return found.get().at();
  }

  @Test
  void aCompliantThatStandsFromTheFormerContentStartsNoSoak() {
    try (RolloutFixture fixture = RolloutFixture.of("dev=d1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY.withDelays(SLOW))).start(SETTINGS);
      List<Sample> samples = roll(fixture);

      Instant judged = verdict(fixture, "d1", SpokeState.COMPLIANT);
      assertThat(first(samples, Sample::soaking)).isAfterOrEqualTo(judged);
      assertThat(first(samples, Sample::succeeded)).isAfterOrEqualTo(judged.plus(FLOOR));
    }
  }

  @Test
  void aSpokeWhoseClockIsBehindIsNamedWhileItIsWaitedForAndInItsException() {
    try (RolloutFixture fixture = RolloutFixture.of("dev=d1")) {
      SpokeBehaviour behind = SpokeBehaviour.ORDINARY.clockOffset(Duration.ofMinutes(-5));
      fixture.spokes(SpokeBehaviours.all(behind)).start(SETTINGS);
      fixture.policy(
          "one", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 20s}}");
      String check = "dated before the dispatch: check the clock of cluster d1.";
      fixture.awaitStatus(SOON, status -> String.valueOf(status.get("waitingFor")).endsWith(check));
      Map<String, Object> status = fixture.awaitPhase(SOON, "Done");
      assertThat(JsonTree.maps(status, "exceptions"))
          .singleElement()
          .satisfies(
              listed -> {
                assertThat(listed).containsEntry("reason", "TimeOut");
                assertThat(String.valueOf(listed.get("message"))).endsWith(check);
              });
    }
  }

  @Test
  void aFreshCompliantOfTheFormerContentNeverBecomesASuccess() {
    try (RolloutFixture fixture = RolloutFixture.of("dev=d1")) {
      SpokeBehaviour deceiving =
          SpokeBehaviour.ORDINARY
              .withDelays(SLOW)
              .lateFormer(Duration.ofSeconds(3), Duration.ofSeconds(4));
      fixture.spokes(SpokeBehaviours.all(deceiving)).start(SETTINGS);
      List<Sample> samples = roll(fixture);

      Instant bad = verdict(fixture, "d1", SpokeState.NON_COMPLIANT);
      Instant good = verdict(fixture, "d1", SpokeState.COMPLIANT);
      assertThat(first(samples, Sample::soaking))
          .as("the false report is believed for a while: only the soak covers it")
          .isBefore(bad);
      assertThat(good).isAfter(bad);
      assertThat(first(samples, Sample::succeeded)).isAfterOrEqualTo(good.plus(FLOOR));
    }
  }
}
