package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.Action;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.GroupSelector;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests what holds from the moment that too many clusters failed (rollout-strategy 3.6, I8). */
class BreachTest {
  /** Dev: d1 soaked, d2 failed; d3 joined late and is in flight. */
  private final PlannerFixture scene = halted();

  private static PlannerFixture halted() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup())
            .settle()
            .positive("d1")
            .negative("d2")
            .settle();
    return scene.minutes(8).group("dev", "d1", "d2", "d3").settle().minutes(2).settle();
  }

  @Test
  void oneFailureOverTheLimitHaltsTheRollout() {
    assertThat(scene.stage("d2")).isEqualTo(Stage.FAILED);
    assertThat(scene.progress().phase()).isEqualTo(Phase.HALTED);
    assertThat(scene.progress().outcome()).contains(Outcome.FAILED);
    assertThat(scene.progress().rolloutStatus()).contains("Failed");
    assertThat(scene.state().breach()).contains("1 failed > 0 tolerated in group dev");
  }

  @Test
  void aToleratedFailureDoesNot() {
    PlannerFixture lenient =
        PlannerFixture.three(PlannerFixture.perGroup().withMaxFailures(Amount.count(1))).settle();
    lenient.positive("d1").settle().minutes(10).settle();
    assertThat(lenient.progress().outcome()).isEmpty();
    assertThat(lenient.stage("s1")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void noClusterStartsUnderABreach() {
    int before = scene.written().size();
    scene.group("dev", "d1", "d2", "d3", "d4").settle().minutes(1).positive("d3").settle();
    assertThat(scene.written()).hasSize(before);
    assertThat(scene.stage("d4")).isNull();
  }

  @Test
  void aClusterInFlightIsObservedToItsEndBeforeTheRunCloses() {
    assertThat(scene.close()).isEmpty();
    scene.positive("d3").settle();
    assertThat(scene.stage("d3")).isEqualTo(Stage.SOAKING);
    assertThat(scene.close()).isEmpty();
    scene.after(PlannerFixture.FLOOR).settle();
    assertThat(scene.close())
        .contains(new Action.Close(Action.Close.Ending.WITH_A_LAST_WRITE, "the outcome is Failed"));
    assertThat(scene.progress().phase()).isEqualTo(Phase.HALTED);
  }

  @Test
  void itLatchesWhenTheFailedClusterLeaves() {
    scene.group("dev", "d1", "d3").left("d2").settle();
    assertThat(scene.entry("d2")).isEmpty();
    assertThat(scene.progress().phase()).isEqualTo(Phase.HALTED);
    assertThat(scene.stage("s1")).isNull();
  }

  @Test
  void itLatchesWhenTheFailedClusterIsIgnored() {
    scene.ignored("d2").settle();
    assertThat(scene.progress().phase()).isEqualTo(Phase.HALTED);
    assertThat(scene.progress().outcome()).contains(Outcome.FAILED);
  }

  @Test
  void itLatchesThroughALateRecovery() {
    scene.positive("d2").settle();
    assertThat(scene.progress().phase()).isEqualTo(Phase.HALTED);
  }

  @Test
  void anApprovalDoesNotLiftIt() {
    PlannerFixture manual =
        PlannerFixture.three(PlannerFixture.manual()).approve("dev").settle().minutes(10).settle();
    manual.approve("dev", "stage").settle();
    assertThat(manual.stage("s1")).isNull();
    assertThat(manual.progress().phase()).isEqualTo(Phase.HALTED);
  }

  @Test
  void aMandatoryGroupToleratesNoFailure() {
    PlannerFixture scene =
        PlannerFixture.three(
                PlannerFixture.perGroup()
                    .withMaxFailures(Amount.percent(100))
                    .withMandatory(GroupSelector.named("dev")))
            .settle();
    scene.positive("d1").settle().minutes(10).settle();
    assertThat(scene.progress().outcome()).contains(Outcome.FAILED);
  }

  @Test
  void aReopenedEarlierGroupDoesNotHideABreachInALaterOne() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup()).settle().positive("d1", "d2").settle();
    scene.after(PlannerFixture.FLOOR).settle().minutes(9).group("dev", "d1", "d2", "d3").settle();
    scene.minutes(1).settle();
    assertThat(scene.stage("s1")).isEqualTo(Stage.TIMED_OUT);
    assertThat(scene.progress().outcome()).contains(Outcome.FAILED);
  }

  @Test
  void anIncoherentFleetHaltsNoAttemptYet() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup().withMaxFailures(Amount.percent(50)))
            .settle();
    scene.positive("d1").settle().minutes(9).incoherent("Waiting for placement p.").noGroups();
    scene.minutes(1).settle();
    assertThat(scene.stage("d2")).isEqualTo(Stage.TIMED_OUT);
    assertThat(scene.state().breach()).isEqualTo(Optional.empty());
  }

  @Test
  void aBreachWhoseCauseIsGoneStartsNoCluster() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup()).settle().positive("d2").settle();
    scene.minutes(8).group("dev", "d1", "d2", "d3").settle().minutes(2).settle();
    assertThat(scene.progress().phase()).isEqualTo(Phase.HALTED);
    scene.group("dev", "d2", "d3").positive("d3").step();
    scene.after(PlannerFixture.FLOOR).step();
    assertThat(scene.written()).containsExactly("d1", "d2", "d3");
  }
}
