package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loses the process between a write that the hub took and its answer. */
@Tag("nightly")
@Timeout(300)
class WorkerCrashTest {
  private static final Duration SOON = Patience.MOST;
  private static final String PER_GROUP =
      "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}";

  @Test
  void aNewProcessEndsTheRolloutWithOneContentWriteAReplica() {
    InMemoryTestServers servers = new InMemoryTestServers();
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1,d2,d3", "prod=p1,p2")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      servers
          .hub()
          .faults()
          .inject(
              RequestMatcher.anything().verb("create").kind("Policy").namespace("d2"),
              Fault.lostAnswer());
      fixture.policy("one", PER_GROUP);
      Patience.await().until(() -> fixture.contentWrites("d2") > 0);
      fixture.stop();
      servers.hub().faults().clear();

      fixture.start(RolloutFixture.QUICK);
      Map<String, Object> status = fixture.awaitPhase(SOON, "Done");

      assertThat(status).containsEntry("outcome", "Succeeded");
      assertThat(fixture.clusters())
          .allSatisfy(
              cluster -> assertThat(fixture.contentWrites(cluster)).as(cluster).isEqualTo(1));
    }
  }

  @Test
  void aRunThatWasTerminatedGoesOnAsTheSameAttemptWithoutAnotherWrite() {
    try (RolloutFixture fixture = RolloutFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}");
      fixture.approve("dev");
      Map<String, Object> before =
          fixture.awaitStatus(
              SOON,
              status ->
                  String.valueOf(status.get("waitingFor"))
                      .startsWith("Waiting for approval of group prod"));
      fixture.run().terminate("by hand");

      fixture.approve("dev", "prod");
      Map<String, Object> after = fixture.awaitPhase(SOON, "Done");

      assertThat(after).containsEntry("outcome", "Succeeded");
      assertThat(after.get("rolloutUID")).isEqualTo(before.get("rolloutUID"));
      assertThat(after.get("attempt")).isEqualTo(before.get("attempt"));
      assertThat(after.get("startedAt")).isEqualTo(before.get("startedAt"));
      assertThat(fixture.clusters())
          .allSatisfy(
              cluster -> assertThat(fixture.contentWrites(cluster)).as(cluster).isEqualTo(1));
    }
  }
}
