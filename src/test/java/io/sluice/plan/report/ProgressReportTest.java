package io.sluice.plan.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gate.HeldClusters;
import io.sluice.plan.PlannerFixture;
import io.sluice.plan.RequestHandler;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Request;
import io.sluice.rollout.RootView;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.Strategy;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares phases and statuses with rollout-strategy 1.3 and 1.4, in their order of precedence. */
class ProgressReportTest {
  private static PlannerFixture halted() {
    PlannerFixture scene = PlannerFixture.three(PlannerFixture.perGroup()).settle().minutes(9);
    scene.group("dev", "d1", "d2", "d3").settle().minutes(1).settle();
    return scene;
  }

  private static Phase phase(PlannerFixture scene) {
    return scene.settle().progress().phase();
  }

  @Test
  void behindTheGateThoseThatAreToApplyAreHeld() {
    PlannerFixture scene = PlannerFixture.three(PlannerFixture.perGroup());
    assertThat(scene.settle().progress().held()).isEmpty();
    assertThat(scene.keeping(4).settle().progress().held())
        .contains(new HeldClusters(4, 6, Optional.of(4L)));
  }

  @Test
  void doneComesBeforeHalted() {
    assertThat(
            phase(
                new PlannerFixture(PlannerFixture.perGroup())
                    .group("dev", "d1")
                    .settle()
                    .minutes(10)))
        .isEqualTo(Phase.DONE);
    assertThat(phase(halted().root(Optional.empty()))).isEqualTo(Phase.HALTED);
  }

  @Test
  void failedWithClustersUnreachedIsHalted() {
    assertThat(phase(PlannerFixture.three(PlannerFixture.perGroup()).settle().minutes(10)))
        .isEqualTo(Phase.HALTED);
  }

  @Test
  void haltedComesBeforePaused() {
    assertThat(phase(halted().paused(true))).isEqualTo(Phase.HALTED);
  }

  @Test
  void pausedComesBeforePending() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup()).paused(true).settingsRefused("No.");
    assertThat(phase(scene)).isEqualTo(Phase.PAUSED);
  }

  @Test
  void pendingComesBeforeProgressing() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup()).settle().settingsRefused("No.");
    assertThat(phase(scene)).isEqualTo(Phase.PENDING);
  }

  @Test
  void progressingComesBeforeSoaking() {
    assertThat(phase(PlannerFixture.three(PlannerFixture.perGroup()).settle().positive("d1")))
        .isEqualTo(Phase.PROGRESSING);
  }

  @Test
  void soakingComesBeforeWaitingForApproval() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.manual()).approve("dev").settle().positive("d1", "d2");
    assertThat(phase(scene)).isEqualTo(Phase.SOAKING);
    assertThat(phase(scene.after(PlannerFixture.FLOOR))).isEqualTo(Phase.WAITING_FOR_APPROVAL);
  }

  @Test
  void withoutClustersItIsPendingAndHasNoStatus() {
    PlannerFixture scene = new PlannerFixture(PlannerFixture.perGroup());
    assertThat(phase(scene)).isEqualTo(Phase.PENDING);
    assertThat(scene.progress().rolloutStatus()).isEmpty();
    assertThat(scene.state().outcome()).isEmpty();
  }

  @Test
  void withoutACoherentSnapshotItIsPending() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup()).incoherent("Waiting for placement p.");
    assertThat(phase(scene)).isEqualTo(Phase.PENDING);
    assertThat(scene.written()).isEmpty();
  }

  @Test
  void theRootIsToApplyUntilAClusterStarts() {
    PlannerFixture scene = PlannerFixture.three(PlannerFixture.perGroup()).paused(true).settle();
    assertThat(scene.progress().rolloutStatus()).contains("ToApply");
    assertThat(scene.paused(false).settle().progress().rolloutStatus()).contains("Progressing");
  }

  @Test
  void theRootIsToApplyWhileANewerVersionIsRefused() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup()).settle().settingsRefused("No.");
    assertThat(scene.settle().progress().rolloutStatus()).contains("Progressing");
    RootView newer =
        new RootView(
            new PolicyVersion("policy-uid", 3, "other"),
            false,
            false,
            true,
            "other",
            Optional.empty());
    scene.root(Optional.of(newer)).settle();
    assertThat(scene.progress().rolloutStatus()).contains("ToApply");
    assertThat(scene.state().outcome()).isEmpty();
  }

  @Test
  void theRootIsFailedAfterABreachAndSucceededAtTheEnd() {
    assertThat(halted().progress().rolloutStatus()).contains("Failed");
    PlannerFixture one =
        new PlannerFixture(PlannerFixture.perGroup())
            .group("dev", "d1")
            .settle()
            .positive("d1")
            .settle();
    assertThat(one.after(PlannerFixture.FLOOR).settle().progress().rolloutStatus())
        .contains("Succeeded");
  }

  @Test
  void everyClusterIsCountedOnce() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup().withMaxFailures(Amount.count(1)))
            .ignored("p1")
            .settle();
    scene.negative("d1").positive("d2").settle().minutes(10).settle().positive("s1").settle();
    assertThat(scene.progress().counts()).isEqualTo(new Counts(6, 1, 1, 1, 1, 1, 0, 0, 1));
    assertThat(scene.progress().groups().stream().map(group -> group.counts().clusters()))
        .containsExactly(2L, 2L, 2L);
  }

  @Test
  void groupsAreInRolloutOrderWithTheirTolerance() {
    PlannerFixture scene =
        PlannerFixture.three(
                PlannerFixture.perGroup()
                    .withMaxFailures(Amount.percent(50))
                    .withMandatory(GroupSelector.named("stage")))
            .settle();
    assertThat(scene.progress().groups().stream().map(Progress.Group::label))
        .containsExactly("dev", "stage", "prod");
    assertThat(scene.progress().groups().stream().map(Progress.Group::failuresTolerated))
        .containsExactly(1L, 0L, 1L);
  }

  @Test
  void aHundredExceptionsAreListedAndTheOthersAreCounted() {
    String[] clusters = IntStream.range(0, 103).mapToObj("c%03d"::formatted).toArray(String[]::new);
    PlannerFixture scene =
        new PlannerFixture(Strategy.all().withProgressDeadline(java.time.Duration.ZERO));
    scene.group("dev", clusters).settle();
    assertThat(scene.progress().exceptions()).hasSize(100);
    assertThat(scene.progress().exceptions().get(99).cluster()).isEqualTo("c099");
    assertThat(scene.progress().exceptionsOmitted()).isEqualTo(3);
  }

  @Test
  void anAbortKeepsAnOutcomeThatIsSet() {
    AttemptState failed = halted().state();
    assertThat(RequestHandler.abort(failed, Request.by("ann"), PlannerFixture.START).outcome())
        .isEqualTo(failed.outcome());
  }

  @Test
  void anAbortEndsTheAttemptAtOnce() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup()).settle().abort("ann").settle();
    assertThat(scene.progress().outcome()).contains(Outcome.ABORTED);
    assertThat(scene.progress().phase()).isEqualTo(Phase.DONE);
    assertThat(scene.progress().waitingFor()).isEmpty();
    assertThat(scene.progress().rolloutStatus()).contains("Failed");
    assertThat(scene.close()).map(Action.Close::because).contains("unverified:ann aborted it");
  }
}
