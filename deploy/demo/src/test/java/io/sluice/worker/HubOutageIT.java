package io.sluice.worker;

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
@Timeout(360)
class HubOutageIT {
  private static final Duration OUTAGE = Duration.ofSeconds(Long.getLong("sluice.real.outage", 60));
  private static final Duration SOON = Duration.ofSeconds(60);

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
          "one", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 20s}}");
      Map<String, Object> before =
          fixture.awaitStatus(SOON, status -> "Progressing".equals(status.get("phase")));
      Awaitility.await().atMost(SOON).until(() -> fixture.replica("d3").isPresent());

      servers.servers().kill(Program.KUBE_APISERVER);
      Awaitility.await()
          .pollDelay(OUTAGE)
          .atMost(OUTAGE.plus(SOON))
          .until(() -> servers.servers().status().stream().anyMatch(server -> !server.good()));
      servers.servers().restart(Program.KUBE_APISERVER);

      Map<String, Object> after = fixture.awaitPhase(SOON.multipliedBy(2), "Done");
      assertThat(after).containsEntry("outcome", "Succeeded");
      assertThat(after.get("rolloutUID")).isEqualTo(before.get("rolloutUID"));
      assertThat(fixture.clusters())
          .allSatisfy(
              cluster -> assertThat(fixture.contentWrites(cluster)).as(cluster).isEqualTo(1));
    }
  }
}
