package io.sluice.tools.course;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.process.LocalTestServers;
import io.sluice.process.Patience;
import io.sluice.process.RolloutFixture;
import io.sluice.process.TestServers;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import java.time.Instant;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Looks back on the real servers at what {@link PastRolloutTest} looks back at on embedded ones,
 * and at former attempts, which only a real Temporal server lists.
 */
@Timeout(Patience.TEST)
class PastRolloutIT extends PastRolloutTest {
  private static final int ATTEMPTS = 4;

  @Override
  TestServers servers() {
    return new LocalTestServers();
  }

  @Override
  List<String> hub(TestServers servers) {
    return List.of("--kubeconfig", ((LocalTestServers) servers).servers().kubeconfig().toString());
  }

  @Test
  void eachOfManyAttemptsIsExplainedFromItsOwnRun() {
    TestServers servers = servers();
    try (RolloutFixture fixture = RolloutFixture.on(servers, "all=c1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      Instant[] written = new Instant[ATTEMPTS];
      for (int i = 0; i < ATTEMPTS; i++) {
        long attempt = i + 1;
        fixture.policy("content " + attempt, "{type: ProgressivePerGroup}");
        fixture.awaitStatus(
            Patience.MOST,
            status ->
                status.get("attempt") instanceof Number number
                    && number.longValue() == attempt
                    && "Succeeded".equals(status.get("outcome"))
                    && Boolean.FALSE.equals(status.get("runOpen")));
        written[i] = dispatched(fixture, "c1");
      }

      // Temporal lists a closed run a moment after its end.
      for (int i = 0; i < ATTEMPTS; i++) {
        String number = String.valueOf(i + 1);
        Instant expected = written[i];
        Awaitility.await()
            .atMost(Patience.MOST)
            .untilAsserted(
                () ->
                    assertThat(
                            course(
                                run(servers, "why", "web", "c1", "--attempt", number, "-o", "json"),
                                "Write"))
                        .containsExactly(expected));
        assertThat(run(servers, "status", "web", "--at", expected.plusMillis(1).toString()).out())
            .contains("attempt " + number + " ");
      }
      CommandRun unknown = run(servers, "why", "web", "c1", "--attempt", "9");
      assertThat(unknown.code()).isEqualTo(ExitCodes.FAILED);
      assertThat(unknown.err())
          .startsWith("Cannot explain attempt 9 of policy policies/web: its newest attempt is 4.");
    }
  }
}
