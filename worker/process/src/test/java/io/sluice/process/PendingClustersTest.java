package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Follows what clusters run while others have their turn, through every part of the process
 * (rollout-strategy 3.1, 3.6, 3.7).
 */
@Tag("nightly")
@Timeout(300)
class PendingClustersTest {
  private static final Duration SOON = Patience.MOST;
  private static final String MANUAL = "{type: manualPerGroup, manualPerGroup: {%s}%s}";
  private static final String BY_HAND = MANUAL.formatted("progressDeadline: 5m", "");
  private static final String INFORM_FIRST =
      MANUAL.formatted("progressDeadline: 5m", ", pendingClusters: Inform");

  RolloutFixture fixture(String... groups) {
    return RolloutFixture.of(groups);
  }

  /** The embedded hub does not record which user writes a field. */
  void assertApprovers(List<String> names) {
    assertThat(names).containsOnly("unknown");
  }

  private RolloutFixture rolling(SpokeBehaviour behaviour, String... groups) {
    return fixture(groups).spokes(SpokeBehaviours.all(behaviour)).start(RolloutFixture.QUICK);
  }

  private static void soon(ThrowingRunnable seen) {
    Patience.await().pollInterval(Duration.ofMillis(50)).untilAsserted(seen);
  }

  private static void firstVersionSucceeds(RolloutFixture fixture) {
    fixture.policy("one", "{type: ProgressivePerGroup}");
    assertThat(fixture.awaitPhase(Patience.MOST, "Done")).containsEntry("outcome", "Succeeded");
  }

  @Test
  void informFirstGivesEverybodyTheVersionAndEnforcesGroupByGroup() {
    try (RolloutFixture fixture =
        rolling(SpokeBehaviour.ORDINARY.nonCompliantUnderInform(), "dev=d1,d2", "prod=p1")) {
      fixture.policy("one", INFORM_FIRST);
      fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
      // The status is written while the first pass is still under way.
      soon(
          () ->
              fixture
                  .clusters()
                  .forEach(c -> assertThat(fixture.contentAndAction(c)).isEqualTo("one inform")));
      assertThat(fixture.status()).containsEntry("rolloutStatus", "Progressing");
      soon(
          () ->
              assertThat(waitingFor(fixture))
                  .contains(
                      "group dev (2 clusters: 2 would be changed)",
                      "group prod (1 cluster: 1 would be changed)"));
      soon(() -> assertThat(fixture.row("d1")).isEqualTo("ToApply"));

      fixture.approve("dev");
      fixture.awaitStatus(
          Patience.MOST,
          found ->
              String.valueOf(found.get("waitingFor"))
                  .startsWith("Waiting for approval of group prod"));
      assertThat(waitingFor(fixture))
          .startsWith("Waiting for approval of group prod (1 cluster: 1 would be changed). Set");
      assertThat(fixture.contentAndAction("d1")).isEqualTo("one enforce");
      assertThat(fixture.contentAndAction("d2")).isEqualTo("one enforce");
      assertThat(fixture.contentAndAction("p1")).isEqualTo("one inform");

      fixture.approve("dev", "prod");
      assertThat(fixture.awaitPhase(Patience.MOST, "Done")).containsEntry("outcome", "Succeeded");
      assertApprovers(
          JsonTree.maps(fixture.status(), "approvals").stream()
              .map(approval -> String.valueOf(approval.get("by")))
              .toList());
      fixture
          .clusters()
          .forEach(c -> assertThat(fixture.contentAndAction(c)).isEqualTo("one enforce"));
      soon(
          () -> fixture.clusters().forEach(c -> assertThat(fixture.contentWrites(c)).isEqualTo(2)));
    }
  }

  private static String waitingFor(RolloutFixture fixture) {
    return String.valueOf(fixture.status().get("waitingFor"));
  }

  @Test
  void whatAClusterReportedOnTheFormerVersionIsNotShownForTheNewOne() {
    try (RolloutFixture fixture = rolling(SpokeBehaviour.ORDINARY, "dev=d1", "prod=p1")) {
      fixture.policy("one", INFORM_FIRST);
      soon(
          () ->
              assertThat(waitingFor(fixture))
                  .contains(
                      "group dev (1 cluster: 1 complies already)",
                      "group prod (1 cluster: 1 complies already)"));
      fixture.fleet().behave("p1", SpokeBehaviour.ORDINARY.silent());
      fixture.policy("two", INFORM_FIRST);
      soon(
          () -> {
            assertThat(fixture.status()).containsEntry("attempt", 2);
            assertThat(waitingFor(fixture))
                .contains(
                    "group dev (1 cluster: 1 complies already)",
                    "group prod (1 cluster: 1 has not reported)");
          });
    }
  }

  @Test
  void aNewcomerGetsTheLastSuccessfulVersionAtOnceAndTheNewOneInItsTurn() {
    try (RolloutFixture fixture = rolling(SpokeBehaviour.ORDINARY, "dev=d1", "prod=p1")) {
      firstVersionSucceeds(fixture);

      fixture.join("prod", "p2");
      soon(() -> assertThat(fixture.contentAndAction("p2")).isEqualTo("one enforce"));
      soon(() -> assertThat(fixture.row("p2")).isEqualTo("NewCluster"));
      assertThat(fixture.status())
          .containsEntry("outcome", "Succeeded")
          .containsEntry("attempt", 1);

      fixture.policy("two", BY_HAND);
      fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
      fixture.join("prod", "p3");
      soon(() -> assertThat(fixture.contentAndAction("p3")).isEqualTo("one enforce"));
      soon(() -> assertThat(fixture.row("p3")).isEqualTo("ToApply"));

      fixture.approve("dev", "prod");
      assertThat(fixture.awaitPhase(Patience.MOST, "Done")).containsEntry("outcome", "Succeeded");
      fixture
          .clusters()
          .forEach(c -> assertThat(fixture.contentAndAction(c)).isEqualTo("two enforce"));
      soon(
          () -> fixture.clusters().forEach(c -> assertThat(fixture.contentWrites(c)).isEqualTo(2)));
    }
  }

  @Test
  void anOfflineClusterGetsTheLastSuccessfulVersionBackUnderABreach() {
    try (RolloutFixture fixture = rolling(SpokeBehaviour.ORDINARY, "dev=d1,d2", "prod=p1")) {
      firstVersionSucceeds(fixture);
      fixture.cutOff("d2");
      fixture.policy(
          "two", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 6s}}");

      Map<String, Object> status = fixture.awaitPhase(Patience.MOST, "Halted");
      fixture.awaitStatus(Patience.MOST, found -> Boolean.FALSE.equals(found.get("runOpen")));

      assertThat(status).containsEntry("outcome", "Failed");
      assertThat(fixture.contentAndAction("d1")).isEqualTo("two enforce");
      assertThat(fixture.contentAndAction("d2")).isEqualTo("one enforce");
      assertThat(fixture.contentAndAction("p1")).isEqualTo("one enforce");
      assertThat(fixture.status().get("exceptions").toString())
          .contains("cluster=d2", "status=TimeOut", "Its write was taken back.");
      soon(() -> assertThat(fixture.row("d2")).isEqualTo("TimeOut"));
      assertThat(fixture.contentWrites("d2")).isEqualTo(3);
    }
  }

  @Test
  void anOfflineClusterLosesTheReplicaOfAPolicyThatNeverSucceededUnderABreach() {
    try (RolloutFixture fixture = rolling(SpokeBehaviour.ORDINARY, "dev=d1,d2", "prod=p1")) {
      fixture.cutOff("d2");
      fixture.policy(
          "one", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 6s}}");

      fixture.awaitPhase(Patience.MOST, "Halted");
      fixture.awaitStatus(Patience.MOST, found -> Boolean.FALSE.equals(found.get("runOpen")));

      assertThat(fixture.content("d1")).isEqualTo("one");
      Patience.await().during(Duration.ofSeconds(2)).until(() -> fixture.replica("d2").isEmpty());
      assertThat(fixture.status().get("exceptions").toString())
          .contains("cluster=d2", "status=TimeOut", "Its write was taken back.");
    }
  }
}
