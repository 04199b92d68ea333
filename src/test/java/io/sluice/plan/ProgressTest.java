package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.strategy.Amount;
import io.sluice.plan.strategy.GroupSelector;
import io.sluice.plan.strategy.Strategy;
import io.sluice.policy.PolicyVersion;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Holds phases and words against rollout-strategy 1.3 and 1.4, in their order of precedence. */
class ProgressTest {
  private static Scene halted() {
    Scene scene = Scene.three(Scene.perGroup()).settle().minutes(9);
    scene.group("dev", "d1", "d2", "d3").settle().minutes(1).settle();
    return scene;
  }

  private static Phase phase(Scene scene) {
    return scene.settle().progress().phase();
  }

  @Test
  void doneComesBeforeHalted() {
    assertThat(phase(new Scene(Scene.perGroup()).group("dev", "d1").settle().minutes(10)))
        .isEqualTo(Phase.DONE);
    assertThat(phase(halted().root(Optional.empty()))).isEqualTo(Phase.HALTED);
  }

  @Test
  void failedWithClustersUnreachedIsHalted() {
    assertThat(phase(Scene.three(Scene.perGroup()).settle().minutes(10))).isEqualTo(Phase.HALTED);
  }

  @Test
  void haltedComesBeforePaused() {
    assertThat(phase(halted().paused(true))).isEqualTo(Phase.HALTED);
  }

  @Test
  void pausedComesBeforePending() {
    Scene scene = Scene.three(Scene.perGroup()).paused(true).settingsRefused("No.");
    assertThat(phase(scene)).isEqualTo(Phase.PAUSED);
  }

  @Test
  void pendingComesBeforeProgressing() {
    Scene scene = Scene.three(Scene.perGroup()).settle().settingsRefused("No.");
    assertThat(phase(scene)).isEqualTo(Phase.PENDING);
  }

  @Test
  void progressingComesBeforeSoaking() {
    assertThat(phase(Scene.three(Scene.perGroup()).settle().positive("d1")))
        .isEqualTo(Phase.PROGRESSING);
  }

  @Test
  void soakingComesBeforeWaitingForApproval() {
    Scene scene = Scene.three(Scene.manual()).approve("dev").settle().positive("d1", "d2");
    assertThat(phase(scene)).isEqualTo(Phase.SOAKING);
    assertThat(phase(scene.after(Scene.FLOOR))).isEqualTo(Phase.WAITING_FOR_APPROVAL);
  }

  @Test
  void withoutClustersItIsPendingAndHasNoRootWord() {
    Scene scene = new Scene(Scene.perGroup());
    assertThat(phase(scene)).isEqualTo(Phase.PENDING);
    assertThat(scene.progress().rolloutStatus()).isEmpty();
    assertThat(scene.state().outcome()).isEmpty();
  }

  @Test
  void withoutACoherentSnapshotItIsPending() {
    Scene scene = Scene.three(Scene.perGroup()).incoherent("Waiting for placement p.");
    assertThat(phase(scene)).isEqualTo(Phase.PENDING);
    assertThat(scene.written()).isEmpty();
  }

  @Test
  void theRootIsToApplyUntilSomebodyStarts() {
    Scene scene = Scene.three(Scene.perGroup()).paused(true).settle();
    assertThat(scene.progress().rolloutStatus()).contains("ToApply");
    assertThat(scene.paused(false).settle().progress().rolloutStatus()).contains("Progressing");
  }

  @Test
  void theRootIsToApplyWhileANewerVersionIsRefused() {
    Scene scene = Scene.three(Scene.perGroup()).settle().settingsRefused("No.");
    assertThat(scene.settle().progress().rolloutStatus()).contains("Progressing");
    RootView newer =
        new RootView(
            new PolicyVersion("policy-uid", 3, "other"), false, true, "other", Optional.empty());
    scene.root(Optional.of(newer)).settle();
    assertThat(scene.progress().rolloutStatus()).contains("ToApply");
    assertThat(scene.state().outcome()).isEmpty();
  }

  @Test
  void theRootIsFailedAfterABreachAndSucceededAtTheEnd() {
    assertThat(halted().progress().rolloutStatus()).contains("Failed");
    Scene one = new Scene(Scene.perGroup()).group("dev", "d1").settle().positive("d1").settle();
    assertThat(one.after(Scene.FLOOR).settle().progress().rolloutStatus()).contains("Succeeded");
  }

  @Test
  void everyClusterIsCountedOnce() {
    Scene scene =
        Scene.three(Scene.perGroup().withMaxFailures(Amount.count(1))).ignored("p1").settle();
    scene.negative("d1").positive("d2").settle().minutes(10).settle().positive("s1").settle();
    assertThat(scene.progress().counts()).isEqualTo(new Counts(6, 1, 1, 1, 1, 1, 0, 0, 1));
    assertThat(scene.progress().groups().stream().map(group -> group.counts().clusters()))
        .containsExactly(2L, 2L, 2L);
  }

  @Test
  void groupsAreInRolloutOrderWithWhatTheyTolerate() {
    Scene scene =
        Scene.three(
                Scene.perGroup()
                    .withMaxFailures(Amount.percent(50))
                    .withMandatory(GroupSelector.named("stage")))
            .settle();
    assertThat(scene.progress().groups().stream().map(Progress.Group::label))
        .containsExactly("dev", "stage", "prod");
    assertThat(scene.progress().groups().stream().map(Progress.Group::failuresTolerated))
        .containsExactly(1L, 0L, 1L);
  }

  @Test
  void aHundredExceptionsAreListedAndTheRestIsCounted() {
    String[] clusters = IntStream.range(0, 103).mapToObj("c%03d"::formatted).toArray(String[]::new);
    Scene scene = new Scene(Strategy.all().withProgressDeadline(java.time.Duration.ZERO));
    scene.group("dev", clusters).settle();
    assertThat(scene.progress().exceptions()).hasSize(100);
    assertThat(scene.progress().exceptions().get(99).cluster()).isEqualTo("c099");
    assertThat(scene.progress().exceptionsOmitted()).isEqualTo(3);
  }

  @Test
  void anAbortKeepsAnOutcomeThatIsSet() {
    AttemptState failed = halted().state();
    assertThat(Messages.abort(failed, Request.by("ann"), Scene.START).outcome())
        .isEqualTo(failed.outcome());
  }

  @Test
  void anAbortEndsTheAttemptAtOnce() {
    Scene scene = Scene.three(Scene.perGroup()).settle().abort("ann").settle();
    assertThat(scene.progress().outcome()).contains(Outcome.ABORTED);
    assertThat(scene.progress().phase()).isEqualTo(Phase.DONE);
    assertThat(scene.progress().waitingFor()).isEmpty();
    assertThat(scene.progress().rolloutStatus()).contains("Failed");
    assertThat(scene.close()).map(Action.Close::because).contains("unverified:ann aborted it");
  }
}
