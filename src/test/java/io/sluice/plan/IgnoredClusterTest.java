package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests how far an ignored cluster matters (rollout-strategy 3.5, 6.2, I17). */
class IgnoredClusterTest {
  private static PlannerFixture at(Strategy strategy) {
    PlannerFixture scene = PlannerFixture.three(strategy).ignored("s2").settle();
    return scene.positive("d1", "d2").settle().after(PlannerFixture.FLOOR).settle();
  }

  private static PlannerFixture withDeadline() {
    return at(PlannerFixture.perGroup());
  }

  private static PlannerFixture withoutDeadline() {
    return at(Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP));
  }

  @Test
  void itGetsTheVersionWhenItsTurnComes() {
    assertThat(withDeadline().stage("s2")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void withADeadlineItHoldsItsGroup() {
    PlannerFixture scene =
        withDeadline().positive("s1").settle().after(PlannerFixture.FLOOR).settle();
    assertThat(scene.stage("p1")).isNull();
    assertThat(scene.progress().phase()).isEqualTo(Phase.PROGRESSING);
    assertThat(scene.progress().waitingFor())
        .isEqualTo(
            "Waiting for 1 of 2 clusters in group stage to become compliant: s2."
                + " The next deadline is 10:10:10Z.");
  }

  @Test
  void itTakesNoSlotWhenItsReportTurnsNegativeAfterASuccess() {
    PlannerFixture scene = withDeadline().ignored().positive("s1", "s2").settle().ignored("s2");
    scene.negative("s2").after(PlannerFixture.FLOOR).settle();
    assertThat(scene.stage("p1")).isEqualTo(Stage.DISPATCHED);
    assertThat(scene.exception("s2").orElseThrow().reason()).isEqualTo(IssueReason.REGRESSED);
  }

  @Test
  void itTakesNoSlotAfterItsDeadlineAndIsNoFailure() {
    PlannerFixture scene =
        withDeadline().positive("s1").negative("s2").settle().minutes(10).settle();
    assertThat(scene.stage("s2")).isEqualTo(Stage.FAILED);
    assertThat(scene.state().breach()).isEmpty();
    assertThat(scene.stage("p1")).isEqualTo(Stage.DISPATCHED);
    ClusterIssue issue = scene.exception("s2").orElseThrow();
    assertThat(issue.reason()).isEqualTo(IssueReason.FAILED);
    assertThat(issue.ignored()).isTrue();
    assertThat(scene.progress().counts().failed()).isZero();
    assertThat(scene.progress().counts().ignored()).isOne();
  }

  @Test
  void itTakesNoSlotAfterItsFirstSuccessAndDoesNotSoak() {
    PlannerFixture scene =
        withDeadline().positive("s1").settle().after(PlannerFixture.FLOOR).positive("s2").settle();
    assertThat(scene.stage("p1")).isEqualTo(Stage.DISPATCHED);
    assertThat(scene.progress().confirmed()).isEqualTo(3);
  }

  @Test
  void aSoakingClusterThatIsIgnoredFromNowOnTakesNoSlot() {
    Strategy slow = PlannerFixture.perGroup().withMinSuccessTime(Duration.ofMinutes(5));
    PlannerFixture scene =
        new PlannerFixture(slow).group("dev", "d1").group("stage", "s1").settle();
    scene.positive("d1").settle();
    assertThat(scene.stage("s1")).isNull();
    scene.ignored("d1").settle();
    assertThat(scene.stage("s1")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void withoutADeadlineItTakesNoSlot() {
    PlannerFixture scene = withoutDeadline().negative("s2").positive("s1").settle();
    scene.after(PlannerFixture.FLOOR).settle();
    assertThat(scene.stage("p1")).isEqualTo(Stage.DISPATCHED);
    assertThat(scene.stage("s2")).isEqualTo(Stage.DISPATCHED);
    assertThat(scene.exception("s2").orElseThrow().reason()).isEqualTo(IssueReason.IGNORED);
  }

  @Test
  void withoutADeadlineItDoesNotKeepTheAttemptOpen() {
    PlannerFixture scene =
        withoutDeadline().positive("s1").settle().after(PlannerFixture.FLOOR).settle();
    scene.positive("p1", "p2").settle().after(PlannerFixture.FLOOR).settle();
    assertThat(scene.state().outcome()).contains(Outcome.SUCCEEDED);
    assertThat(scene.progress().phase()).isEqualTo(Phase.DONE);
    assertThat(scene.close()).isPresent();
  }

  @Test
  void itStaysPartOfTheTotals() {
    assertThat(withDeadline().progress().counts().clusters()).isEqualTo(6);
  }

  @Test
  void releasedItTakesNoSlotOfTheWindow() {
    PlannerFixture scene =
        new PlannerFixture(
                Strategy.of(StrategyType.PROGRESSIVE).withMaxConcurrency(Amount.count(1)))
            .group("", "c1", "c2", "c3")
            .ignored("c1");
    scene.settle();
    assertThat(scene.written()).containsExactly("c1", "c2");
  }

  @Test
  void aFailureThatIsIgnoredLaterNoLongerCounts() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup().withMaxFailures(Amount.count(1))).settle();
    scene.positive("d1").settle().minutes(10).settle();
    assertThat(scene.progress().counts().timeOut()).isOne();
    scene.ignored("d2").settle();
    assertThat(scene.progress().counts().timeOut()).isZero();
    assertThat(scene.stage("d2")).isEqualTo(Stage.TIMED_OUT);
  }
}
