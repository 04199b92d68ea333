package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devservers.Program;
import io.sluice.devservers.SharedDevServers;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeDelays;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Takes the hub away from a rollout, for longer than the deadline of its clusters: 60 s, or as long
 * as {@code -Dsluice.real.outage} sets, in seconds.
 */
@Timeout(Patience.TEST)
class HubOutageIT {
  private static final Duration OUTAGE = Duration.ofSeconds(Long.getLong("sluice.real.outage", 60));

  /** So slow that the hub is gone before their first report. */
  private static final SpokeDelays SLOW =
      SpokeDelays.OBSERVED.withEvaluation(Duration.ofSeconds(3), Duration.ofSeconds(4));

  private final LocalTestServers servers = new LocalTestServers();

  @AfterEach
  void heal() {
    SharedDevServers.heal();
  }

  @Test
  void aHubOutageInTheMiddleOfAGroupFailsNoClusterAndLosesNothing() {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1,d2,d3", "prod=p1,p2")) {
      fixture
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY.withDelays(SLOW)))
          .start(RolloutFixture.QUICK);
      fixture.policy(
          "one", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 45s}}");
      Awaitility.await().atMost(Patience.MOST).until(() -> fixture.replica("d3").isPresent());
      // Whatever the phase: where the machine stands still, the first reports may have come.
      Map<String, Object> before =
          fixture.awaitStatus(Patience.MOST, status -> status.get("rolloutUID") != null);

      servers.servers().kill(Program.KUBE_APISERVER);
      Awaitility.await()
          .pollDelay(OUTAGE)
          .atMost(OUTAGE.plus(Patience.MOST))
          .until(() -> servers.servers().status().stream().anyMatch(server -> !server.good()));
      servers.servers().restart(Program.KUBE_APISERVER);

      Map<String, Object> after = fixture.awaitPhase(Patience.MOST.multipliedBy(2), "Done");
      assertThat(after).containsEntry("outcome", "Succeeded");
      assertThat(after.get("rolloutUID")).isEqualTo(before.get("rolloutUID"));
      assertThat(fixture.clusters())
          .allSatisfy(
              cluster -> assertThat(fixture.contentWrites(cluster)).as(cluster).isEqualTo(1));
    }
  }
}
