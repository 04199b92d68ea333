package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Verdict;
import io.sluice.rollout.Ack;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Step;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests when a deadline fails a cluster (rollout-strategy 3.2, 3.4, I7). */
class DeadlineTest {
  private static final Instant EXPIRY = PlannerFixture.START.plus(Duration.ofMinutes(10));
  private final PlannerFixture scene =
      new PlannerFixture(PlannerFixture.perGroup()).group("dev", "d1").settle();

  @Test
  void theHubIsLookedAtBeforeADeadlineIsHeldAgainstACluster() {
    scene.hubIsSlow().minutes(10).step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    assertThat(scene.lookedAt()).containsExactly("d1");
  }

  @Test
  void aLookThatShowsNothingIsATimeOut() {
    scene.minutes(10).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.TIMED_OUT);
  }

  @Test
  void aLookFromBeforeTheDeadlineFailsNoCluster() {
    scene.hubIsSlow().minutes(10).looked(EXPIRY.minusMillis(1), "d1").step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void aReportFromAfterTheDeadlineIsALookToo() {
    scene.hubIsSlow().minutes(10).negative("d1").step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.FAILED);
    assertThat(scene.lookedAt()).isEmpty();
  }

  @Test
  void anEarlierBadReportMakesItFailed() {
    scene.minutes(1).negative("d1").settle().minutes(9).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.FAILED);
  }

  @Test
  void aBadReportIsRememberedThroughTheSilenceThatFollows() {
    scene.negative("d1").settle().report(Verdict.SILENT, scene.now(), "d1").settle();
    scene.minutes(10).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.FAILED);
  }

  @Test
  void aBadReportBeforeTheDeadlineIsStillProgressing() {
    scene.minutes(1).negative("d1").settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void aSuccessSeenAtTheExactExpiryCounts() {
    scene.minutes(10).positive("d1").step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SOAKING);
  }

  @Test
  void aSuccessFoundByTheLookCounts() {
    scene.hubIsSlow().minutes(12).step();
    scene.looked(scene.now(), "d1").positive("d1").step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SOAKING);
  }

  @Test
  void noClusterStartsWhileALookIsAwaited() {
    PlannerFixture window =
        new PlannerFixture(
                Strategy.of(StrategyType.PROGRESSIVE)
                    .withProgressDeadline(Duration.ofMinutes(10))
                    .withMaxFailures(Amount.count(1))
                    .withMaxConcurrency(Amount.count(1)))
            .group("", "c1", "c2")
            .settle();
    window.hubIsSlow().minutes(10).step();
    assertThat(window.written()).containsExactly("c1");
  }

  @Test
  void withoutADeadlineNoClusterFails() {
    PlannerFixture patient =
        new PlannerFixture(Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP))
            .group("dev", "d1")
            .settle();
    patient.negative("d1").settle().after(Duration.ofDays(365)).settle();
    assertThat(patient.stage("d1")).isEqualTo(Stage.DISPATCHED);
    assertThat(patient.last().wakeAt()).isEmpty();
  }

  @Test
  void waitingForATurnUsesUpNoDeadline() {
    PlannerFixture two = PlannerFixture.three(PlannerFixture.perGroup()).settle();
    two.minutes(9).positive("d1", "d2").settle().minutes(2).settle();
    assertThat(two.stage("s1")).isEqualTo(Stage.DISPATCHED);
    assertThat(two.last().wakeAt()).contains(two.now().plus(Duration.ofMinutes(10)));
  }

  @Test
  void aDeadlineOfNothingStillWaitsForTheHubsAnswerAndALook() {
    PlannerFixture hasty =
        new PlannerFixture(PlannerFixture.perGroup().withProgressDeadline(Duration.ZERO))
            .group("dev", "d1")
            .hubIsSlow()
            .settle();
    hasty.step();
    assertThat(hasty.stage("d1")).isEqualTo(Stage.STARTED);
    hasty.hubAnswers().ack(Ack.written("d1", hasty.now(), PlannerFixture.NUMBER)).settle();
    assertThat(hasty.stage("d1")).isEqualTo(Stage.TIMED_OUT);
  }

  @Test
  void theDeadlineDoesNotApplyToASoakingCluster() {
    PlannerFixture long20 =
        new PlannerFixture(PlannerFixture.perGroup().withMinSuccessTime(Duration.ofMinutes(20)))
            .group("dev", "d1")
            .settle();
    long20.positive("d1").settle().minutes(15).settle();
    assertThat(long20.stage("d1")).isEqualTo(Stage.SOAKING);
  }

  @Test
  void theMessageOfAFailureNamesTheDeadline() {
    scene.minutes(10).settle();
    ClusterIssue issue = scene.exception("d1").orElseThrow();
    assertThat(issue.reason()).isEqualTo(IssueReason.TIME_OUT);
    assertThat(issue.status()).isEqualTo("TimeOut");
    assertThat(issue.message())
        .isEqualTo("Within the 10m of its deadline it reported nothing on this version.");
  }

  @Test
  void repeatingAStepDoesNothingTwice() {
    PlannerFixture two = PlannerFixture.three(PlannerFixture.perGroup()).hubIsSlow();
    two.step();
    Step first = two.last();
    two.step();
    assertThat(first.actions()).hasSize(1);
    assertThat(two.last().actions()).isEmpty();
    assertThat(two.written()).isEqualTo(List.of("d1", "d2"));
    assertThat(two.last().state()).isEqualTo(first.state());
  }
}
