package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Follows what clusters run while others have their turn, through every part of the process
 * (rollout-strategy 3.1, 3.6, 3.7).
 */
@Timeout(180)
class PendingClustersTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String MANUAL = "{type: manualPerGroup, manualPerGroup: {%s}%s}";
  private static final String BY_HAND = MANUAL.formatted("progressDeadline: 5m", "");
  private static final String INFORM_FIRST =
      MANUAL.formatted("progressDeadline: 5m", ", pendingClusters: Inform");

  RolloutFixture stage(String... groups) {
    return RolloutFixture.of(groups);
  }

  /** The embedded hub does not note who writes a field. */
  void assertApprovers(List<String> names) {
    assertThat(names).containsOnly("unknown");
  }

  private RolloutFixture rolling(SpokeBehaviour behaviour, String... groups) {
    return stage(groups).spokes(SpokeBehaviours.all(behaviour)).start(RolloutFixture.QUICK);
  }

  private static void soon(ThrowingRunnable seen) {
    Awaitility.await().atMost(SOON).pollInterval(Duration.ofMillis(50)).untilAsserted(seen);
  }

  private static void firstVersionSucceeds(RolloutFixture stage) {
    stage.policy("one", "{type: ProgressivePerGroup}");
    assertThat(stage.awaitPhase(SOON, "Done")).containsEntry("outcome", "Succeeded");
  }

  @Test
  void informFirstGivesEverybodyTheVersionAndEnforcesGroupByGroup() {
    try (RolloutFixture stage =
        rolling(SpokeBehaviour.ORDINARY.nonCompliantUnderInform(), "dev=d1,d2", "prod=p1")) {
      stage.policy("one", INFORM_FIRST);
      stage.awaitPhase(SOON, "WaitingForApproval");
      stage.clusters().forEach(c -> assertThat(stage.held(c)).isEqualTo("one inform"));
      assertThat(stage.status()).containsEntry("rolloutStatus", "Progressing");
      soon(() -> assertThat(stage.row("d1")).isEqualTo("ToApply"));

      stage.approve("dev");
      stage.awaitStatus(
          SOON,
          found ->
              String.valueOf(found.get("waitingFor"))
                  .startsWith("Waiting for approval of group prod"));
      assertThat(stage.held("d1")).isEqualTo("one enforce");
      assertThat(stage.held("d2")).isEqualTo("one enforce");
      assertThat(stage.held("p1")).isEqualTo("one inform");

      stage.approve("dev", "prod");
      assertThat(stage.awaitPhase(SOON, "Done")).containsEntry("outcome", "Succeeded");
      assertApprovers(
          JsonTree.maps(stage.status(), "approvals").stream()
              .map(approval -> String.valueOf(approval.get("by")))
              .toList());
      stage.clusters().forEach(c -> assertThat(stage.held(c)).isEqualTo("one enforce"));
      soon(() -> stage.clusters().forEach(c -> assertThat(stage.contentWrites(c)).isEqualTo(2)));
    }
  }

  @Test
  void aNewcomerGetsTheLastSuccessfulVersionAtOnceAndTheNewOneInItsTurn() {
    try (RolloutFixture stage = rolling(SpokeBehaviour.ORDINARY, "dev=d1", "prod=p1")) {
      firstVersionSucceeds(stage);

      stage.join("prod", "p2");
      soon(() -> assertThat(stage.held("p2")).isEqualTo("one enforce"));
      soon(() -> assertThat(stage.row("p2")).isEqualTo("NewCluster"));
      assertThat(stage.status()).containsEntry("outcome", "Succeeded").containsEntry("attempt", 1);

      stage.policy("two", BY_HAND);
      stage.awaitPhase(SOON, "WaitingForApproval");
      stage.join("prod", "p3");
      soon(() -> assertThat(stage.held("p3")).isEqualTo("one enforce"));
      soon(() -> assertThat(stage.row("p3")).isEqualTo("ToApply"));

      stage.approve("dev", "prod");
      assertThat(stage.awaitPhase(SOON, "Done")).containsEntry("outcome", "Succeeded");
      stage.clusters().forEach(c -> assertThat(stage.held(c)).isEqualTo("two enforce"));
      soon(() -> stage.clusters().forEach(c -> assertThat(stage.contentWrites(c)).isEqualTo(2)));
    }
  }

  @Test
  void anOfflineClusterGetsTheLastSuccessfulVersionBackUnderABreach() {
    try (RolloutFixture stage = rolling(SpokeBehaviour.ORDINARY, "dev=d1,d2", "prod=p1")) {
      firstVersionSucceeds(stage);
      stage.cutOff("d2");
      stage.policy(
          "two", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 6s}}");

      Map<String, Object> status = stage.awaitPhase(SOON, "Halted");
      stage.awaitStatus(SOON, found -> Boolean.FALSE.equals(found.get("runOpen")));

      assertThat(status).containsEntry("outcome", "Failed");
      assertThat(stage.held("d1")).isEqualTo("two enforce");
      assertThat(stage.held("d2")).isEqualTo("one enforce");
      assertThat(stage.held("p1")).isEqualTo("one enforce");
      assertThat(stage.status().get("exceptions").toString())
          .contains("cluster=d2", "status=TimeOut", "Its write was taken back.");
      soon(() -> assertThat(stage.row("d2")).isEqualTo("TimeOut"));
      assertThat(stage.contentWrites("d2")).isEqualTo(3);
    }
  }
}
