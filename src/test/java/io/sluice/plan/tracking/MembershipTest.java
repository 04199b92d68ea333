package io.sluice.plan.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.PlannerFixture;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Stage;
import org.junit.jupiter.api.Test;

/** Tests which clusters count, and where (rollout-strategy 3.7, 1.6). */
class MembershipTest {
  private final PlannerFixture scene = PlannerFixture.three(PlannerFixture.perGroup()).settle();

  private PlannerFixture finish(String... clusters) {
    return scene.positive(clusters).settle().after(PlannerFixture.FLOOR).settle();
  }

  @Test
  void aNewcomerOfTheRunningGroupStartsAtOnce() {
    scene.minutes(3).group("dev", "d1", "d2", "d3").settle();
    assertThat(scene.entry("d3").orElseThrow().dispatchedAt()).isEqualTo(scene.now());
  }

  @Test
  void aNewcomerOfALaterGroupWaitsForItsTurn() {
    scene.group("stage", "s1", "s2", "s3").settle();
    assertThat(scene.stage("s3")).isNull();
    finish("d1", "d2");
    assertThat(scene.stage("s3")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void aLeavingClusterCountsUntilItsReplicaIsGone() {
    scene.group("dev", "d1").leaving("d2").settle();
    assertThat(scene.progress().counts().clusters()).isEqualTo(6);
    assertThat(scene.exception("d2").orElseThrow().reason()).isEqualTo(IssueReason.REMOVAL_PENDING);
    scene.left("d2").settle();
    assertThat(scene.progress().counts().clusters()).isEqualTo(6);
    scene.leaving().settle();
    assertThat(scene.progress().counts().clusters()).isEqualTo(5);
    assertThat(scene.entry("d2")).isEmpty();
    assertThat(scene.exception("d2")).isEmpty();
  }

  @Test
  void aRemovedClusterTakesNoSlot() {
    scene.group("dev", "d1").left("d2").settle();
    finish("d1");
    assertThat(scene.stage("s1")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void aStartedClusterStaysInItsGroupWhenThePlacementMovesIt() {
    scene.group("dev", "d1").group("prod", "p1", "p2", "d2").settle();
    finish("d1");
    assertThat(scene.stage("s1")).isNull();
    assertThat(scene.progress().groups().get(0).counts().clusters()).isEqualTo(2);
    assertThat(scene.progress().counts().clusters()).isEqualTo(6);
  }

  @Test
  void anUnstartedClusterFollowsThePlacementIntoAGroupThatHasNotBegun() {
    scene.group("prod", "p1").group("stage", "s1", "s2", "p2").settle();
    assertThat(scene.stage("p2")).isNull();
    assertThat(scene.progress().groups().get(1).counts().clusters()).isEqualTo(3);
  }

  /** Else it would be started by being counted elsewhere, as where a placement cuts groups anew. */
  @Test
  void anUnstartedClusterEntersNoGroupThatHasBegun() {
    scene.group("stage", "s1").group("dev", "d1", "d2", "s2").settle();
    assertThat(scene.stage("s2")).isNull();
    assertThat(scene.progress().groups().get(0).counts().clusters()).isEqualTo(2);
    assertThat(scene.progress().groups().get(1).counts().clusters()).isEqualTo(2);
  }

  @Test
  void aStartedClusterKeepsAGroupThatIsGoneFromThePlacement() {
    scene.noGroups().group("all", "d1", "d2", "s1").left("s2", "p1", "p2").settle();
    assertThat(scene.progress().groups().get(0).label()).isIn("dev", "all");
    assertThat(scene.progress().counts().clusters()).isEqualTo(3);
  }

  @Test
  void aClusterInTwoGroupsCountsOnceInTheFirst() {
    PlannerFixture twice =
        new PlannerFixture(PlannerFixture.perGroup())
            .group("dev", "a", "b")
            .group("prod", "b", "c")
            .settle();
    assertThat(twice.written()).containsExactly("a", "b");
    assertThat(twice.progress().counts().clusters()).isEqualTo(3);
  }

  @Test
  void aWaitingClusterInTwoGroupsStartsWithTheFirst() {
    PlannerFixture twice =
        new PlannerFixture(PlannerFixture.perGroup())
            .group("dev", "a")
            .group("stage", "b")
            .group("prod", "b", "c")
            .settle();
    assertThat(twice.progress().counts().clusters()).isEqualTo(3);
    twice.positive("a").settle().after(PlannerFixture.FLOOR).settle();
    assertThat(twice.written()).containsExactly("a", "b");
  }

  @Test
  void withoutACoherentSnapshotNoClusterIsAddedOrRemoved() {
    scene.incoherent("Waiting for placement p.").group("dev", "d1", "d3").settle();
    assertThat(scene.stage("d2")).isEqualTo(Stage.DISPATCHED);
    assertThat(scene.stage("d3")).isNull();
  }

  @Test
  void withoutACoherentSnapshotTheClocksGoOn() {
    scene.incoherent("Waiting for placement p.").positive("d1").settle();
    scene.after(PlannerFixture.FLOOR).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SUCCEEDED);
    assertThat(scene.progress().phase()).isEqualTo(Phase.PROGRESSING);
  }

  @Test
  void refusedSettingsStartNoClusterAndKeepTheState() {
    scene.settingsRefused("Cannot roll out policy policies/web: no.");
    finish("d1", "d2");
    assertThat(scene.stage("d1")).isEqualTo(Stage.SUCCEEDED);
    assertThat(scene.stage("s1")).isNull();
    assertThat(scene.progress().phase()).isEqualTo(Phase.PENDING);
    assertThat(scene.progress().waitingFor()).isEqualTo("Cannot roll out policy policies/web: no.");
    scene.settingsAccepted().settle();
    assertThat(scene.stage("s1")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void aPauseStartsNoClusterButSoaksAndDeadlinesGoOn() {
    scene.paused(true);
    finish("d1");
    assertThat(scene.stage("d1")).isEqualTo(Stage.SUCCEEDED);
    scene.minutes(10).settle();
    assertThat(scene.stage("d2")).isEqualTo(Stage.TIMED_OUT);
    assertThat(scene.stage("s1")).isNull();
  }

  @Test
  void theStartedMayAllLeaveWithoutTheRootGoingBackToToApply() {
    scene.group("dev").left("d1", "d2").paused(true).settle();
    assertThat(scene.state().clusters()).isEmpty();
    assertThat(scene.progress().rolloutStatus()).contains("Progressing");
  }
}
