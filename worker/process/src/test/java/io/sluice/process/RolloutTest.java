package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rolls policies out through every part of the process, on a real clock. */
@Tag("nightly")
@Timeout(300)
class RolloutTest {
  private static final Duration SOON = Patience.MOST;
  private static final String PER_GROUP =
      "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}";

  RolloutFixture fixture(String... groups) {
    return RolloutFixture.of(groups);
  }

  @Test
  void aNewPolicyGoesGroupByGroupWithOneContentWriteACluster() {
    try (RolloutFixture fixture = fixture("dev=d1,d2", "stage=s1,s2", "prod=p1,p2")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", PER_GROUP);
      fixture.awaitPhase(Patience.MOST, "Done");
      Map<String, Object> status =
          fixture.awaitStatus(Patience.MOST, found -> Boolean.FALSE.equals(found.get("runOpen")));
      assertThat(status).containsEntry("outcome", "Succeeded");
      assertThat(fixture.clusters())
          .allSatisfy(cluster -> assertThat(fixture.contentWrites(cluster)).isEqualTo(1));
      Patience.await()
          .untilAsserted(
              () ->
                  assertThat(RolloutFixture.part(fixture.root(), "status"))
                      .containsEntry("compliant", "Compliant")
                      .containsEntry("rolloutStatus", "Succeeded"));
    }
  }

  @Test
  void anUnstagedPolicyReachesEverybodyAtOnceAndLeavesWithoutABinding() {
    try (RolloutFixture fixture = fixture("dev=d1,d2", "prod=p1")) {
      fixture
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
          .start(RolloutFixture.QUICK.with(settings -> settings.removalGrace(Duration.ZERO)));
      fixture.policy("one", "");
      Patience.await()
          .until(() -> fixture.clusters().stream().allMatch(c -> fixture.content(c).equals("one")));
      assertThat(fixture.rollout()).isEmpty();
      Patience.await()
          .untilAsserted(
              () ->
                  assertThat(RolloutFixture.part(fixture.root(), "status"))
                      .containsEntry("compliant", "Compliant")
                      .doesNotContainKey("rolloutStatus"));
    }
  }

  @Test
  void refusedSettingsStartNoClusterAndAreNamed() {
    try (RolloutFixture fixture = fixture("dev=d1")) {
      fixture.start(RolloutFixture.QUICK);
      fixture.policy("one", "{type: Canary}");
      Map<String, Object> status =
          fixture.awaitStatus(Patience.MOST, found -> found.toString().contains("UnknownType"));
      assertThat(status.get("waitingFor"))
          .isEqualTo(
              "Cannot roll out policy policies/web: spec.rolloutStrategy.type is \"Canary\", which"
                  + " is no strategy. Use All, Progressive, ProgressivePerGroup or"
                  + " manualPerGroup.");
      assertThat(status.get("conditions").toString()).contains("UnknownType");
      assertThat(fixture.replica("d1")).isEmpty();

      fixture.policy("one", PER_GROUP);
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
      assertThat(fixture.awaitPhase(Patience.MOST, "Done")).containsEntry("outcome", "Succeeded");
    }
  }

  @Test
  void approvalsInTheSpecOpenGroupsAndAnEditSupersedes() {
    try (RolloutFixture fixture = fixture("dev=d1", "prod=p1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}");
      fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
      fixture.approve("dev");
      fixture.awaitStatus(
          Patience.MOST,
          found ->
              String.valueOf(found.get("waitingFor"))
                  .startsWith("Waiting for approval of group prod"));
      assertThat(List.of(fixture.content("d1"), fixture.content("p1"))).containsExactly("one", "");

      fixture.policy("two", "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}");
      fixture.awaitStatus(
          Patience.MOST, found -> Long.valueOf(2).equals(number(found.get("attempt"))));
      fixture.approve("dev", "prod");
      Map<String, Object> status = fixture.awaitPhase(Patience.MOST, "Done");
      assertThat(status).containsEntry("outcome", "Succeeded");
      assertThat(List.of(fixture.content("d1"), fixture.content("p1")))
          .containsExactly("two", "two");
      assertThat(fixture.contentWrites("p1")).isEqualTo(1);
    }
  }

  @Test
  void aPolicyThatEverybodyHasAlreadyIsRolledOutWithoutAWrite() {
    try (RolloutFixture fixture = fixture("dev=d1", "prod=p1")) {
      fixture
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
          .start(
              RolloutFixture.QUICK.with(settings -> settings.weakSoakFloor(Duration.ofSeconds(2))));
      fixture.policy("one", "");
      Patience.await()
          .until(
              () ->
                  "Compliant"
                      .equals(RolloutFixture.part(fixture.root(), "status").get("compliant")));

      fixture.policy("one", PER_GROUP);
      Map<String, Object> status = fixture.awaitPhase(Patience.MOST, "Done");

      assertThat(status).containsEntry("outcome", "Succeeded");
      assertThat(status.get("evidence").toString()).isEqualTo("{confirmed=0, weak=2}");
      assertThat(fixture.contentWrites("d1")).isEqualTo(1);
    }
  }

  private static Long number(Object value) {
    return value instanceof Number number ? number.longValue() : null;
  }
}
