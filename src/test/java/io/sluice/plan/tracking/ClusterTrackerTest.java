package io.sluice.plan.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.PlannerFixture;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Ack;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.Report;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what a report does to a started cluster (rollout-strategy 3.3, 3.4). */
class ClusterTrackerTest {
  private static final Duration SOAK = Duration.ofMinutes(5);
  private final PlannerFixture scene = scene(PlannerFixture.perGroup().withMinSuccessTime(SOAK));

  private static PlannerFixture scene(Strategy strategy) {
    return new PlannerFixture(strategy).group("dev", "d1").settle();
  }

  private static Report report(long attempt, String content, Verdict verdict, Instant at) {
    return new Report("d1", attempt, content, verdict, false, false, at.toEpochMilli());
  }

  private Report onOtherContent() {
    return report(PlannerFixture.NUMBER, "content-1", Verdict.POSITIVE, scene.now());
  }

  @Test
  void aReportOnAFormerAttemptsDispatchIsDropped() {
    scene.report(report(6, "content-2", Verdict.POSITIVE, scene.now())).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void aBadReportOnAFormerAttemptsDispatchIsNotRemembered() {
    scene.report(report(6, "content-2", Verdict.NEGATIVE, scene.now())).settle();
    assertThat(scene.entry("d1").orElseThrow().is(ClusterFlag.NEGATIVE)).isFalse();
  }

  @Test
  void aReportOnAnUnwrittenReplicaIsJudgedByTheAttemptThatItsDispatchNames() {
    PlannerFixture retry =
        new PlannerFixture(PlannerFixture.perGroup()).group("dev", "d1").hubIsSlow().settle();
    retry.ack(Ack.written("d1", retry.now(), 6)).positive("d1").settle();
    assertThat(retry.stage("d1")).isEqualTo(Stage.DISPATCHED);
    retry.report(report(6, "content-2", Verdict.POSITIVE, retry.now())).settle();
    assertThat(retry.stage("d1")).isEqualTo(Stage.SOAKING);
  }

  @Test
  void aReportCountsOnlyIfItNamesTheRecordedDispatchWhateverItsNumber() {
    long[] numbers = {Long.MIN_VALUE, -1, 0, 6, PlannerFixture.NUMBER, Long.MAX_VALUE};
    for (long recorded : numbers) {
      for (long named : numbers) {
        PlannerFixture forged = new PlannerFixture(PlannerFixture.perGroup()).group("dev", "d1");
        forged.hubIsSlow().settle().ack(Ack.written("d1", forged.now(), recorded)).settle();
        forged.report(report(named, "content-2", Verdict.NEGATIVE, forged.now())).settle();
        assertThat(forged.entry("d1").orElseThrow().is(ClusterFlag.NEGATIVE))
            .as("a report on dispatch %s, recorded is %s", named, recorded)
            .isEqualTo(named == recorded);
      }
    }
  }

  /** The dispatch was not written, so reports from before it count. */
  @Test
  void aPositiveReportThatANegativeOneHasOvertakenDoesNotOutlastTheNextNegativeOne() {
    Instant before = scene.now().minusSeconds(60);
    scene.negative("d1").settle();
    scene.after(SOAK.plusSeconds(2));
    scene.report(Verdict.POSITIVE, before, "d1").negative("d1").step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void aReportBeforeTheHubAcknowledgedTheWriteIsDropped() {
    PlannerFixture slow =
        new PlannerFixture(PlannerFixture.perGroup()).group("dev", "d1").hubIsSlow().settle();
    slow.positive("d1").settle();
    assertThat(slow.stage("d1")).isEqualTo(Stage.STARTED);
  }

  @Test
  void aReportFromBeforeTheDispatchCountsFromTheDispatch() {
    scene.minutes(1).report(Verdict.POSITIVE, PlannerFixture.START.minusSeconds(90), "d1").settle();
    assertThat(scene.entry("d1").orElseThrow().sinceInstant()).isEqualTo(PlannerFixture.START);
  }

  @Test
  void aReportFromTheFutureCountsFromNow() {
    scene.minutes(1).report(Verdict.POSITIVE, scene.now().plusSeconds(90), "d1").settle();
    assertThat(scene.entry("d1").orElseThrow().sinceInstant()).isEqualTo(scene.now());
  }

  @Test
  void aNegativeReportFromWithinTheSoakIsEnteredBeforeTheSoakEnds() {
    scene.positive("d1").settle();
    Instant early = scene.now().plusSeconds(1);
    Instant end = scene.after(PlannerFixture.FLOOR).now();
    scene.report(Verdict.POSITIVE, end, "d1").report(Verdict.NEGATIVE, early, "d1").settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SOAKING);
    assertThat(scene.entry("d1").orElseThrow().sinceInstant()).isEqualTo(end);
  }

  @Test
  void aLateDeliveryLengthensNoSoak() {
    Instant seen = scene.minutes(1).now();
    scene.minutes(5).report(Verdict.POSITIVE, seen, "d1").settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SUCCEEDED);
  }

  @Test
  void aSoakIsOverAtTheExactInstant() {
    scene.positive("d1").settle().after(SOAK.minusMillis(1)).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SOAKING);
    scene.after(Duration.ofMillis(1)).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SUCCEEDED);
  }

  @Test
  void anotherContentOnTheReplicaDiscardsTheSoak() {
    scene.positive("d1").settle().minutes(1).report(onOtherContent()).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    assertThat(scene.entry("d1").orElseThrow().is(ClusterFlag.NEGATIVE)).isFalse();
  }

  /** A signal may be delivered twice, and its reports together with later ones. */
  @Test
  void otherContentThatWasSeenBeforeTheSoakBeganDiscardsNothing() {
    Report former = onOtherContent();
    scene.report(former).after(Duration.ofSeconds(20)).positive("d1").settle();
    Instant began = scene.entry("d1").orElseThrow().sinceInstant();
    scene.after(Duration.ofSeconds(5)).report(former).report(Verdict.POSITIVE, began, "d1").step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SOAKING);
    assertThat(scene.entry("d1").orElseThrow().sinceInstant()).isEqualTo(began);
  }

  @Test
  void anotherContentOnTheReplicaIsNoSuccess() {
    scene.report(onOtherContent()).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
  }

  /** Seen while it had other content, what was reported until then is of no use any more (E3). */
  @Test
  void aVerdictFromBeforeOtherContentWasSeenBeginsNoSoak() {
    Instant before = scene.after(Duration.ofSeconds(20)).now().minusSeconds(15);
    scene.report(onOtherContent()).settle();
    for (Instant seen : List.of(before, scene.now())) {
      scene.report(Verdict.POSITIVE, seen, "d1").settle();
      assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    }
    scene.after(Duration.ofSeconds(1)).positive("d1").settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SOAKING);
    assertThat(scene.entry("d1").orElseThrow().sinceInstant()).isEqualTo(scene.now());
  }

  @Test
  void aVerdictFromBeforeOtherContentWasSeenBeginsTheSoakThatThisEndedNoMore() {
    Instant before = scene.positive("d1").settle().minutes(1).now().minusSeconds(30);
    scene.report(onOtherContent()).settle();
    scene.report(Verdict.POSITIVE, before, "d1").settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void aRegressionWhileSoakingKeepsTheDeadlineOfTheDispatch() {
    scene.minutes(6).positive("d1").settle().minutes(2).negative("d1").settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    assertThat(scene.last().wakeAt()).contains(PlannerFixture.START.plus(Duration.ofMinutes(10)));
  }

  @Test
  void aRegressionWhileSoakingPastTheDeadlineFailsAtOnce() {
    scene.minutes(9).positive("d1").settle().minutes(2).negative("d1").step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.FAILED);
  }

  @Test
  void theSoakStartsAnewAfterARegression() {
    scene.positive("d1").settle().minutes(4).negative("d1").settle();
    scene.minutes(1).positive("d1").settle().minutes(4).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SOAKING);
  }

  @Test
  void aNegativeReportFromWithinTheSoakBreaksItEvenIfItComesAfterItsEnd() {
    scene.positive("d1").settle();
    Instant seen = scene.minutes(4).now();
    scene.minutes(2).report(Verdict.NEGATIVE, seen, "d1").settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void aSoakBeginsNoEarlierThanTheLastNegativeReport() {
    Instant early = scene.minutes(1).now();
    Instant late = scene.minutes(3).now();
    scene.report(Verdict.NEGATIVE, late, "d1").report(Verdict.POSITIVE, early, "d1").settle();
    assertThat(scene.entry("d1").orElseThrow().sinceInstant()).isEqualTo(late);
  }

  @Test
  void aPositiveReportOnWeakEvidenceCountsOnlyWhileTheClusterIsReachable() {
    Report away =
        new Report("d1", PlannerFixture.NUMBER, "content-2", Verdict.POSITIVE, true, true, now());
    scene.report(away).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    Report back =
        new Report("d1", PlannerFixture.NUMBER, "content-2", Verdict.POSITIVE, true, false, now());
    scene.report(back).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SOAKING);
  }

  private long now() {
    return scene.now().toEpochMilli();
  }

  @Test
  void beingUnreachableIsNoRegression() {
    scene.positive("d1").settle().minutes(1);
    long at = scene.now().toEpochMilli();
    scene.report(new Report("d1", 7, "content-2", Verdict.SILENT, false, true, at)).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SOAKING);
    assertThat(scene.exception("d1").orElseThrow().reason()).isEqualTo(IssueReason.UNREACHABLE);
    scene.minutes(4).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SOAKING);
  }

  @Test
  void aRegressionAfterTheEndIsAnExceptionAndNoFailure() {
    PlannerFixture two = PlannerFixture.three(PlannerFixture.perGroup());
    two.settle().positive("d1", "d2").settle().after(PlannerFixture.FLOOR).settle();
    two.negative("d1").settle();
    assertThat(two.stage("d1")).isEqualTo(Stage.SUCCEEDED);
    assertThat(two.exception("d1").orElseThrow().reason()).isEqualTo(IssueReason.REGRESSED);
    assertThat(two.progress().outcome()).isEmpty();
  }

  @Test
  void itIsNoExceptionAnyMoreOnceTheClusterCompliesAgain() {
    PlannerFixture two = regressed(Rules.CURRENT);
    Instant before = two.now();
    two.minutes(1).negative("d1").settle();
    assertThat(two.exception("d1").orElseThrow().since()).isEqualTo(two.now());
    two.report(Verdict.POSITIVE, before, "d1").settle();
    assertThat(two.exception("d1")).as("that was before").isPresent();
    two.report(Verdict.SILENT, two.now(), "d1").settle();
    assertThat(two.exception("d1")).as("it says nothing").isPresent();

    two.minutes(1).positive("d1").settle();
    assertThat(two.exception("d1")).isEmpty();
    assertThat(two.stage("d1")).isEqualTo(Stage.SUCCEEDED);
    two.minutes(1).negative("d1").settle();
    assertThat(two.exception("d1").orElseThrow().reason()).isEqualTo(IssueReason.REGRESSED);
  }

  @Test
  void aRunOfTheFirstRulesKeepsTheException() {
    PlannerFixture two = regressed(1);
    Instant succeeded = two.exception("d1").orElseThrow().since();
    two.minutes(1).negative("d1").settle().minutes(1).positive("d1").settle();
    assertThat(two.exception("d1").orElseThrow().reason()).isEqualTo(IssueReason.REGRESSED);
    assertThat(two.exception("d1").orElseThrow().since()).isEqualTo(succeeded);
  }

  /** Of two clusters, one reports no success any more after its soak. */
  private static PlannerFixture regressed(int rules) {
    PlannerFixture two = PlannerFixture.three(PlannerFixture.perGroup()).under(rules);
    two.settle().positive("d1", "d2").settle().after(PlannerFixture.FLOOR).settle();
    return two.negative("d1").settle();
  }

  @Test
  void aRecoveryAfterTheEndIsAnExceptionAndNoSuccess() {
    PlannerFixture two =
        PlannerFixture.three(PlannerFixture.perGroup().withMaxFailures(Amount.count(1)));
    two.settle().positive("d1").settle().minutes(10).settle().positive("d2").settle();
    assertThat(two.stage("d2")).isEqualTo(Stage.TIMED_OUT);
    assertThat(two.exception("d2").orElseThrow().reason()).isEqualTo(IssueReason.RECOVERED_LATE);
  }

  @Test
  void aReportOnAnUnstartedClusterIsDropped() {
    PlannerFixture two = PlannerFixture.three(PlannerFixture.perGroup());
    two.settle().positive("p1").settle();
    assertThat(two.stage("p1")).isNull();
  }

  @Test
  void aReportOnAnUnknownClusterIsDropped() {
    scene.positive("unknown").settle();
    assertThat(scene.entry("unknown")).isEmpty();
  }

  @Test
  void aReportBeforeTheDispatchIsRecordedIsDropped() {
    PlannerFixture slow = PlannerFixture.three(PlannerFixture.perGroup()).hubIsSlow().step();
    slow.negative("d1").step();
    assertThat(slow.entry("d1").orElseThrow().is(ClusterFlag.NEGATIVE)).isFalse();
    assertThat(slow.entry("d1").orElseThrow().is(ClusterFlag.REPORTED)).isFalse();
  }

  @Test
  void aSoakBeginsNoEarlierThanANegativeReportThatCameBefore() {
    PlannerFixture late =
        PlannerFixture.three(PlannerFixture.perGroup()).settle().after(Duration.ofSeconds(20));
    late.negative("d1").settle();
    late.report(Verdict.POSITIVE, late.now().minusSeconds(15), "d1").settle();
    assertThat(late.stage("d1")).isEqualTo(Stage.SOAKING);
    assertThat(late.entry("d1").orElseThrow().sinceInstant()).isEqualTo(late.now());
  }

  @Test
  void aSoakBeginsNoEarlierThanTheDispatchWhateverTheReportsAreDated() {
    PlannerFixture odd =
        PlannerFixture.three(PlannerFixture.perGroup()).settle().positive("d1").settle();
    odd.report(Verdict.NEGATIVE, PlannerFixture.START.minusSeconds(60), "d1").settle();
    odd.report(Verdict.POSITIVE, PlannerFixture.START.minusSeconds(50), "d1").settle();
    assertThat(odd.stage("d1")).isEqualTo(Stage.SOAKING);
    assertThat(odd.entry("d1").orElseThrow().sinceInstant()).isEqualTo(PlannerFixture.START);
  }
}
