package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embedded.Fault;
import io.sluice.embedded.SpokeBehaviour;
import io.sluice.embedded.SpokeBehaviours;
import io.sluice.embedded.Where;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loses the process between a write that the hub took and the news of it. */
@Timeout(120)
class LostWorkerTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String PER_GROUP =
      "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}";

  @Test
  void aNewProcessEndsTheRolloutWithOneContentWriteAReplica() {
    EmbeddedServers servers = new EmbeddedServers();
    try (Stage stage = Stage.on(servers, "dev=d1,d2,d3", "prod=p1,p2")) {
      stage.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(Stage.QUICK);
      servers
          .hub()
          .faults()
          .inject(
              Where.anything().verb("create").kind("Policy").namespace("d2"), Fault.lostAnswer());
      stage.policy("one", PER_GROUP);
      Awaitility.await().atMost(SOON).until(() -> stage.contentWrites("d2") > 0);
      stage.stop();
      servers.hub().faults().clear();

      stage.start(Stage.QUICK);
      Map<String, Object> status = stage.awaitPhase(SOON, "Done");

      assertThat(status).containsEntry("outcome", "Succeeded");
      assertThat(stage.clusters())
          .allSatisfy(cluster -> assertThat(stage.contentWrites(cluster)).as(cluster).isEqualTo(1));
    }
  }

  @Test
  void aRunThatWasTerminatedGoesOnAsTheSameAttemptWithoutAnotherWrite() {
    try (Stage stage = Stage.of("dev=d1,d2", "prod=p1")) {
      stage.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(Stage.QUICK);
      stage.policy("one", "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}");
      stage.approve("dev");
      Map<String, Object> before =
          stage.awaitStatus(
              SOON,
              status ->
                  String.valueOf(status.get("waitingFor"))
                      .startsWith("Waiting for approval of group prod"));
      stage.run().terminate("by hand");

      stage.approve("dev", "prod");
      Map<String, Object> after = stage.awaitPhase(SOON, "Done");

      assertThat(after).containsEntry("outcome", "Succeeded");
      assertThat(after.get("rolloutUID")).isEqualTo(before.get("rolloutUID"));
      assertThat(after.get("attempt")).isEqualTo(before.get("attempt"));
      assertThat(after.get("startedAt")).isEqualTo(before.get("startedAt"));
      assertThat(stage.clusters())
          .allSatisfy(cluster -> assertThat(stage.contentWrites(cluster)).as(cluster).isEqualTo(1));
    }
  }
}
