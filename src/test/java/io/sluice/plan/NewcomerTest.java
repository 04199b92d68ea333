package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.Action;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.Phase;
import io.sluice.rollout.strategy.Strategy;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests what a newcomer runs until its turn, in mode K (rollout-strategy 3.7, I15). */
class NewcomerTest {
  private final PlannerFixture scene = PlannerFixture.three(PlannerFixture.perGroup()).settle();

  private PlannerFixture joinsProd() {
    return scene.group("prod", "p1", "p2", "p3");
  }

  @Test
  void aClusterWithoutAReplicaGetsTheLastSuccessfulVersionOnce() {
    joinsProd().withoutReplica("p3").settle();
    assertThat(scene.provided()).containsExactly("p3");
    scene.withoutReplica("p3").settle();
    assertThat(scene.provided()).containsExactly("p3");
    assertThat(scene.written()).doesNotContain("p3");
  }

  @Test
  void whatItGetsIsTheLastSuccessfulVersion() {
    joinsProd().withoutReplica("p3").step();
    assertThat(scene.last().actions())
        .containsExactly(
            new Action.Provide(
                Action.Provide.Content.LAST_SUCCESSFUL,
                List.of("p3"),
                "1 of 5 pending clusters without a replica: the last successful version"));
  }

  @Test
  void aClusterThatHasSomethingKeepsIt() {
    joinsProd().settle();
    assertThat(scene.provided()).isEmpty();
  }

  @Test
  void aClusterWhoseTurnHasComeGetsTheNewVersionOnly() {
    scene.group("dev", "d1", "d2", "d3").withoutReplica("d3").settle();
    assertThat(scene.provided()).isEmpty();
    assertThat(scene.written()).endsWith("d3");
  }

  @Test
  void aPauseHoldsItNotBack() {
    joinsProd().withoutReplica("p3").paused(true).settle();
    assertThat(scene.provided()).containsExactly("p3");
  }

  @Test
  void refusedSettingsStartNoClusterButLeaveNoneWithoutReplica() {
    joinsProd().withoutReplica("p3").settingsRefused("Cannot roll out.").settle();
    assertThat(scene.provided()).containsExactly("p3");
    assertThat(scene.written()).containsExactly("d1", "d2");
  }

  @Test
  void aBreachHoldsItNotBack() {
    scene.negative("d1").minutes(10).settle();
    assertThat(scene.progress().phase()).isEqualTo(Phase.HALTED);
    joinsProd().withoutReplica("p3").settle();
    assertThat(scene.provided()).containsExactly("p3");
  }

  @Test
  void aSnapshotThatMayBeWrongGivesNothing() {
    joinsProd().withoutReplica("p3").incoherent("Waiting for placement p.").settle();
    assertThat(scene.provided()).isEmpty();
  }

  @Test
  void typeAllGivesTheNewVersionAtOnce() {
    PlannerFixture all = new PlannerFixture(Strategy.all()).group("dev", "d1").settle();
    all.group("dev", "d1", "d2").withoutReplica("d2").settle();
    assertThat(all.provided()).isEmpty();
    assertThat(all.written()).containsExactly("d1", "d2");
  }

  @Test
  void aMemberThatIsNotStartedCountsUntilItsReplicaIsGone() {
    scene.group("prod", "p1").leaving("p2").settle();
    assertThat(scene.progress().counts().clusters()).isEqualTo(6);
    assertThat(scene.exception("p2").map(ClusterIssue::reason))
        .contains(ClusterIssue.IssueReason.REMOVAL_PENDING);
    scene.leaving().settle();
    assertThat(scene.progress().counts().clusters()).isEqualTo(6);
    scene.left("p2").settle();
    assertThat(scene.progress().counts().clusters()).isEqualTo(5);
    assertThat(scene.exception("p2")).isEqualTo(Optional.empty());
  }
}
