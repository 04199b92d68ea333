package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.Action;
import io.sluice.rollout.Action.Close.Ending;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.RootView;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests how something other than its clusters ends an attempt (rollout-strategy 1.3, 3.2, 3.8). */
class OutcomeRulesTest {
  private final PlannerFixture scene = PlannerFixture.three(PlannerFixture.perGroup()).settle();

  private static Optional<RootView> root(
      String uid, long generation, boolean disabled, boolean staged, String hash) {
    PolicyVersion version = new PolicyVersion(uid, generation, "content-" + generation);
    return Optional.of(new RootView(version, disabled, false, staged, hash, Optional.empty()));
  }

  private void ends(Outcome outcome, String because) {
    scene.settle();
    assertThat(scene.state().outcome()).contains(outcome);
    assertThat(scene.progress().phase()).isEqualTo(Phase.DONE);
    assertThat(scene.progress().waitingFor()).isEmpty();
    assertThat(scene.progress().endedAt()).contains(scene.now());
    assertThat(scene.close().orElseThrow().because()).isEqualTo(because);
  }

  private void goesOn() {
    scene.settle();
    assertThat(scene.state().outcome()).isEmpty();
    assertThat(scene.close()).isEmpty();
  }

  @Test
  void aNewGenerationSupersedes() {
    scene.root(root("policy-uid", 3, false, true, "strategy"));
    ends(Outcome.SUPERSEDED, "generation 3 of the policy takes over from 2");
    assertThat(scene.close().orElseThrow().ending()).isEqualTo(Ending.WITH_A_LAST_WRITE);
    assertThat(scene.progress().rolloutStatus()).contains("Progressing");
  }

  @Test
  void aChangedStrategySupersedes() {
    scene.root(root("policy-uid", 2, false, true, "another"));
    ends(Outcome.SUPERSEDED, "the rolloutStrategy was changed");
  }

  @Test
  void aRemovedStrategySupersedesAndLeavesNoRootWord() {
    scene.root(root("policy-uid", 3, false, false, ""));
    ends(Outcome.SUPERSEDED, "the policy has no rolloutStrategy any more");
    assertThat(scene.progress().rolloutStatus()).isEmpty();
  }

  @Test
  void aDisabledPolicyAborts() {
    scene.root(root("policy-uid", 3, true, true, "strategy"));
    ends(Outcome.ABORTED, "the policy was disabled");
    assertThat(scene.progress().rolloutStatus()).isEmpty();
  }

  /** The deletion raises the generation: that is no new version. */
  @Test
  void aPolicyWhoseDeletionBeganAborts() {
    RootView deleting =
        new RootView(
            new PolicyVersion("policy-uid", 3, "content-2"),
            false,
            true,
            true,
            "strategy",
            Optional.empty());
    scene.root(Optional.of(deleting));
    ends(Outcome.ABORTED, "the policy is being deleted");
  }

  @Test
  void aDeletedPolicyAborts() {
    scene.root(Optional.empty());
    ends(Outcome.ABORTED, "the policy was deleted");
  }

  @Test
  void aPolicyMadeAnewAborts() {
    scene.root(root("other-uid", 2, false, true, "strategy"));
    ends(Outcome.ABORTED, "the policy was deleted and made anew");
  }

  @Test
  void aDeletedRolloutObjectAbortsWithoutAWrite() {
    scene.claim(HubSnapshot.ClaimState.DELETED);
    ends(Outcome.ABORTED, "the Rollout object was deleted");
    assertThat(scene.close().orElseThrow().ending()).isEqualTo(Ending.WITHOUT_A_WRITE);
    assertThat(scene.progress().rolloutStatus()).contains("Failed");
  }

  @Test
  void aLostClaimClosesWithoutAWriteAndWithoutAnOutcome() {
    scene.claim(HubSnapshot.ClaimState.LOST).settle();
    assertThat(scene.state().outcome()).isEmpty();
    assertThat(scene.last().actions())
        .containsExactly(
            new Action.Close(Ending.WITHOUT_A_WRITE, "the Rollout object names another attempt"));
  }

  @Test
  void aRefusedNewGenerationSupersedesNoAttemptUntilItIsAccepted() {
    scene.root(root("policy-uid", 3, false, true, "x")).settingsRefused("Cannot roll out.");
    goesOn();
    scene.settingsAccepted();
    ends(Outcome.SUPERSEDED, "generation 3 of the policy takes over from 2");
  }

  /** Without its label a policy that enforces is refused, and the gate lets go of it. */
  @Test
  void aPolicyThatTheGateDoesNotStageAnyMoreIsSupersededAlsoIfItIsRefused() {
    AttemptSpec spec = scene.state().spec();
    scene
        .root(root("policy-uid", 2, false, true, spec.strategyHash()))
        .settingsRefused("Cannot roll out.");

    assertThat(OutcomeRules.overtaking(spec, scene.view())).isEmpty();
    AttemptSpec gated =
        new AttemptSpec(
            spec.policy(),
            spec.rolloutUid(),
            spec.number(),
            spec.version(),
            spec.strategy(),
            spec.strategyHash() + "+g0");
    assertThat(OutcomeRules.overtaking(gated, scene.view())).contains(Outcome.SUPERSEDED);
    assertThat(OutcomeRules.whyOvertaken(gated, scene.view()))
        .isEqualTo("the policy is not staged by the gate any more");
  }

  @Test
  void aStrategyThatTheCrdDroppedIsNotTakenForOneThatWasRemoved() {
    scene.root(root("policy-uid", 2, false, false, "")).settingsRefused("The CRD lacks the field.");
    goesOn();
  }

  @Test
  void noClusterStartsOnceOvertaken() {
    scene.positive("d1", "d2").settle().after(PlannerFixture.FLOOR);
    scene.root(root("policy-uid", 3, false, true, "strategy")).settle();
    assertThat(scene.written()).containsExactly("d1", "d2");
  }

  @Test
  void anOutcomeOnceSetIsKept() {
    scene.positive("d1").settle().minutes(9).group("dev", "d1", "d2", "d3").settle();
    scene.minutes(1).settle();
    assertThat(scene.state().outcome()).contains(Outcome.FAILED);
    scene.root(Optional.empty()).settle();
    assertThat(scene.state().outcome()).contains(Outcome.FAILED);
    assertThat(scene.close().orElseThrow().because()).isEqualTo("the policy was deleted");
  }

  @Test
  void successClosesWithALastWrite() {
    PlannerFixture one =
        new PlannerFixture(PlannerFixture.perGroup())
            .group("dev", "d1")
            .settle()
            .positive("d1")
            .settle();
    one.after(PlannerFixture.FLOOR).settle();
    assertThat(one.state().outcome()).contains(Outcome.SUCCEEDED);
    assertThat(one.close())
        .contains(new Action.Close(Ending.WITH_A_LAST_WRITE, "the outcome is Succeeded"));
  }

  @Test
  void anIncoherentFleetDoesNotEndTheAttempt() {
    scene.positive("d1", "d2").settle();
    scene.noGroups().incoherent("Waiting for placement p to publish all its decisions.");
    scene.after(PlannerFixture.FLOOR).settle();
    assertThat(scene.state().outcome()).isEmpty();
    assertThat(scene.progress().phase()).isEqualTo(Phase.PENDING);
    assertThat(scene.progress().waitingFor())
        .isEqualTo("Waiting for placement p to publish all its decisions.");
  }
}
