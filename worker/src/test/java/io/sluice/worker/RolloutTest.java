package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rolls policies out through every part of the process, on a real clock. */
@Timeout(120)
class RolloutTest {
  private static final Duration SOON = Duration.ofSeconds(40);
  private static final String PER_GROUP =
      "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}";

  RolloutFixture stage(String... groups) {
    return RolloutFixture.of(groups);
  }

  @Test
  void aNewPolicyGoesGroupByGroupWithOneContentWriteACluster() {
    try (RolloutFixture stage = stage("dev=d1,d2", "stage=s1,s2", "prod=p1,p2")) {
      stage.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      stage.policy("one", PER_GROUP);
      Map<String, Object> status = stage.awaitPhase(SOON, "Done");
      assertThat(status).containsEntry("outcome", "Succeeded").containsEntry("runOpen", false);
      assertThat(stage.clusters())
          .allSatisfy(cluster -> assertThat(stage.contentWrites(cluster)).isEqualTo(1));
      Awaitility.await()
          .atMost(SOON)
          .untilAsserted(
              () ->
                  assertThat(RolloutFixture.part(stage.root(), "status"))
                      .containsEntry("compliant", "Compliant")
                      .containsEntry("rolloutStatus", "Succeeded"));
    }
  }

  @Test
  void anUnstagedPolicyReachesEverybodyAtOnceAndLeavesWithoutABinding() {
    try (RolloutFixture stage = stage("dev=d1,d2", "prod=p1")) {
      stage
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
          .start(RolloutFixture.QUICK.with(settings -> settings.removalGrace(Duration.ZERO)));
      stage.policy("one", "");
      Awaitility.await()
          .atMost(SOON)
          .until(() -> stage.clusters().stream().allMatch(c -> stage.word(c).equals("one")));
      assertThat(stage.rollout()).isEmpty();
      Awaitility.await()
          .atMost(SOON)
          .untilAsserted(
              () ->
                  assertThat(RolloutFixture.part(stage.root(), "status"))
                      .containsEntry("compliant", "Compliant")
                      .doesNotContainKey("rolloutStatus"));
    }
  }

  @Test
  void refusedSettingsStartNobodyAndAreNamed() {
    try (RolloutFixture stage = stage("dev=d1")) {
      stage.start(RolloutFixture.QUICK);
      stage.policy("one", "{type: Canary}");
      Map<String, Object> status =
          stage.awaitStatus(SOON, found -> found.containsKey("conditions"));
      assertThat(status.get("waitingFor"))
          .isEqualTo(
              "Cannot roll out policy policies/web: spec.rolloutStrategy.type is \"Canary\", which is no strategy. Use All, Progressive, ProgressivePerGroup or manualPerGroup.");
      assertThat(status.get("conditions").toString()).contains("UnknownType");
      assertThat(stage.replica("d1")).isEmpty();

      stage.policy("one", PER_GROUP);
      stage.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
      assertThat(stage.awaitPhase(SOON, "Done")).containsEntry("outcome", "Succeeded");
    }
  }

  @Test
  void approvalsInTheSpecOpenGroupsAndAnEditSupersedes() {
    try (RolloutFixture stage = stage("dev=d1", "prod=p1")) {
      stage.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      stage.policy("one", "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}");
      stage.awaitPhase(SOON, "WaitingForApproval");
      stage.approve("dev");
      stage.awaitStatus(
          SOON,
          found ->
              String.valueOf(found.get("waitingFor"))
                  .startsWith("Waiting for approval of group prod"));
      assertThat(List.of(stage.word("d1"), stage.word("p1"))).containsExactly("one", "");

      stage.policy("two", "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}");
      stage.awaitStatus(SOON, found -> Long.valueOf(2).equals(number(found.get("attempt"))));
      stage.approve("dev", "prod");
      Map<String, Object> status = stage.awaitPhase(SOON, "Done");
      assertThat(status).containsEntry("outcome", "Succeeded");
      assertThat(List.of(stage.word("d1"), stage.word("p1"))).containsExactly("two", "two");
      assertThat(stage.contentWrites("p1")).isEqualTo(1);
    }
  }

  @Test
  void aPolicyThatEverybodyHasAlreadyIsRolledOutWithoutAWrite() {
    try (RolloutFixture stage = stage("dev=d1", "prod=p1")) {
      stage
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
          .start(
              RolloutFixture.QUICK.with(settings -> settings.weakSoakFloor(Duration.ofSeconds(2))));
      stage.policy("one", "");
      Awaitility.await()
          .atMost(SOON)
          .until(
              () ->
                  "Compliant".equals(RolloutFixture.part(stage.root(), "status").get("compliant")));

      stage.policy("one", PER_GROUP);
      Map<String, Object> status = stage.awaitPhase(SOON, "Done");

      assertThat(status).containsEntry("outcome", "Succeeded");
      assertThat(status.get("evidence").toString()).isEqualTo("{confirmed=0, weak=2}");
      assertThat(stage.contentWrites("d1")).isEqualTo(1);
    }
  }

  private static Long number(Object value) {
    return value instanceof Number number ? number.longValue() : null;
  }
}
