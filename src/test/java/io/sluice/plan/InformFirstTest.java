package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Phase;
import io.sluice.rollout.strategy.Strategy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests mode I: every cluster gets the version as inform first (rollout-strategy 3.1, 6.3). */
class InformFirstTest {
  private static PlannerFixture scene(Strategy strategy) {
    return new PlannerFixture(PlannerFixture.spec(strategy).in(PendingMode.INFORM, false))
        .group("dev", "d1", "d2")
        .group("stage", "s1");
  }

  @Test
  void noClusterStartsBeforeAllWereAskedToBeInformed() {
    PlannerFixture scene = scene(PlannerFixture.perGroup()).step();
    assertThat(scene.provided()).containsExactly("d1", "d2", "s1");
    assertThat(scene.written()).isEmpty();
    assertThat(scene.progress().waitingFor())
        .isEqualTo("Waiting for 3 clusters to get this version as inform: d1, d2, s1.");
    scene.settle();
    assertThat(scene.written()).containsExactly("d1", "d2");
    assertThat(scene.provided()).hasSize(3);
  }

  @Test
  void whatTheyGetIsThisVersion() {
    assertThat(scene(PlannerFixture.perGroup()).step().last().actions())
        .containsExactly(
            new Action.Provide(
                Action.Provide.Content.INFORM,
                List.of("d1", "d2", "s1"),
                "3 of 3 pending clusters without generation 2: as inform until their turn"));
  }

  @Test
  void theRootIsProgressingFromTheStart() {
    PlannerFixture scene = scene(PlannerFixture.manual()).settle();
    assertThat(scene.progress().rolloutStatus()).contains("Progressing");
    assertThat(scene.progress().phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
  }

  @Test
  void aClusterThatTheHubRefusesToInformHoldsNoneBackAndIsTriedAgain() {
    PlannerFixture scene = scene(PlannerFixture.perGroup()).refusing("s1").settle();
    assertThat(scene.written()).containsExactly("d1", "d2");
    assertThat(scene.exception("s1"))
        .hasValueSatisfying(
            issue -> {
              assertThat(issue.reason()).isEqualTo(ClusterIssue.IssueReason.CANNOT_WRITE);
              assertThat(issue.status()).isEqualTo("ToApply");
              assertThat(issue.message()).isEqualTo("admission webhook said no");
            });
    scene.after(ClusterTracker.RETRY.minusMillis(1)).settle();
    assertThat(scene.provided()).hasSize(3);
    scene.refusing().after(Duration.ofMillis(1)).settle();
    assertThat(scene.provided()).hasSize(4).endsWith("s1");
    assertThat(scene.exception("s1")).isEmpty();
  }

  @Test
  void aLeavingClusterHoldsNoneBack() {
    PlannerFixture scene = scene(PlannerFixture.perGroup()).hubIsSlow().step();
    scene.group("stage").leaving("s1").hubAnswers();
    scene
        .ack(Ack.written("d1", scene.now(), PlannerFixture.NUMBER).to(Ack.RequestedWrite.PROVIDE))
        .ack(Ack.written("d2", scene.now(), PlannerFixture.NUMBER).to(Ack.RequestedWrite.PROVIDE))
        .settle();
    assertThat(scene.written()).containsExactly("d1", "d2");
  }

  @Test
  void aNewcomerIsInformedUntilItsTurn() {
    PlannerFixture scene =
        scene(PlannerFixture.perGroup()).settle().group("stage", "s1", "s2").settle();
    assertThat(scene.provided()).endsWith("s2").hasSize(4);
    assertThat(scene.written()).containsExactly("d1", "d2");
  }

  @Test
  void aNewcomerWhoseTurnHasComeStartsAtOnce() {
    PlannerFixture scene =
        scene(PlannerFixture.perGroup()).settle().group("dev", "d1", "d2", "d3").settle();
    assertThat(scene.written()).containsExactly("d1", "d2", "d3");
    assertThat(scene.provided()).hasSize(3);
  }

  @Test
  void typeAllKnowsNoFirstPass() {
    PlannerFixture scene = scene(Strategy.all()).settle();
    assertThat(scene.provided()).isEmpty();
    assertThat(scene.written()).containsExactly("d1", "d2", "s1");
  }

  @Test
  void aPolicyThatOnlyInformsGoesToEveryoneAtOnce() {
    PlannerFixture scene =
        new PlannerFixture(
                PlannerFixture.spec(PlannerFixture.perGroup()).in(PendingMode.INFORM, true))
            .group("dev", "d1")
            .group("stage", "s1")
            .settle();
    assertThat(scene.provided()).isEmpty();
    assertThat(scene.written()).containsExactly("d1", "s1");
    scene.positive("d1", "s1").settle();
    assertThat(scene.progress().outcome()).contains(Outcome.SUCCEEDED);
  }

  @Test
  void anInformPolicyKeepsItsDeadlineAndTolerance() {
    AttemptSpec spec =
        PlannerFixture.spec(PlannerFixture.perGroup()).in(PendingMode.KEEP_PREVIOUS, true);
    assertThat(spec.strategy()).isEqualTo(Strategy.all().withProgressDeadline(minutes(10)));
  }

  @Test
  void besideThePropagatorEveryRootInformsAndThatSaysNothing() {
    AttemptSpec spec = PlannerFixture.spec(PlannerFixture.perGroup()).in(PendingMode.BESIDE, true);
    assertThat(spec.informPolicy()).isFalse();
    assertThat(spec.strategy()).isEqualTo(PlannerFixture.perGroup());
    PlannerFixture scene =
        new PlannerFixture(spec).group("dev", "d1").group("stage", "s1").settle();
    assertThat(scene.provided()).isEmpty();
    assertThat(scene.written()).containsExactly("d1");
  }

  private static Duration minutes(long minutes) {
    return Duration.ofMinutes(minutes);
  }
}
