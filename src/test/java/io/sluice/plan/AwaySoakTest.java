package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Verdict;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Report;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the soak of a cluster that is not Available as it ends (rollout-strategy 3.4). */
class AwaySoakTest {
  private static final Duration SOAK = Duration.ofMinutes(2);

  private static PlannerFixture soaking(Strategy strategy) {
    return PlannerFixture.three(strategy.withMinSuccessTime(SOAK))
        .settle()
        .positive("d1", "d2")
        .settle();
  }

  /** The replica keeps its verdict while its cluster is away. */
  private static PlannerFixture seen(
      PlannerFixture rollout, String cluster, Verdict verdict, boolean away) {
    return rollout.report(
        new Report(
            cluster,
            PlannerFixture.NUMBER,
            PlannerFixture.VERSION.contentHash(),
            verdict,
            false,
            away,
            rollout.now().toEpochMilli()));
  }

  @Test
  void aCanaryThatGoesDarkInItsSoakIsNoSuccess() {
    PlannerFixture rollout = soaking(PlannerFixture.perGroup()).minutes(1);
    seen(rollout, "d1", Verdict.POSITIVE, true).settle().minutes(1).settle();

    assertThat(rollout.stage("d1")).isEqualTo(Stage.SOAKING);
    assertThat(rollout.stage("d2")).isEqualTo(Stage.SUCCEEDED);
    assertThat(rollout.exception("d1").orElseThrow().reason()).isEqualTo(IssueReason.UNREACHABLE);
    assertThat(rollout.written()).containsExactly("d1", "d2");
    assertThat(rollout.progress().waitingFor())
        .isEqualTo(
            "Waiting for 1 cluster in group dev, whose soak is over, to be available: d1. The next"
                + " deadline is 10:12:00Z.");
  }

  @Test
  void itIsTimeOutADeadlineAfterTheEndOfItsSoak() {
    PlannerFixture rollout = soaking(PlannerFixture.perGroup()).minutes(1);
    seen(rollout, "d1", Verdict.POSITIVE, true).settle();

    rollout.after(Duration.ofMinutes(11).minusSeconds(1)).settle();
    assertThat(rollout.stage("d1")).isEqualTo(Stage.SOAKING);
    rollout.after(Duration.ofSeconds(1)).settle();

    assertThat(rollout.stage("d1")).isEqualTo(Stage.TIMED_OUT);
    assertThat(rollout.state().outcome()).contains(Outcome.FAILED);
    assertThat(rollout.exception("d1").orElseThrow().message())
        .isEqualTo(
            "Within the 10m of its deadline it was not available any more, and did not confirm its"
                + " success.");
  }

  @Test
  void itSucceedsAsItReturnsAndIsStillCompliant() {
    PlannerFixture rollout = soaking(PlannerFixture.perGroup()).minutes(1);
    seen(rollout, "d1", Verdict.POSITIVE, true).settle().minutes(5).settle();

    seen(rollout, "d1", Verdict.SILENT, false).settle();
    assertThat(rollout.stage("d1")).isEqualTo(Stage.SOAKING);
    seen(rollout, "d1", Verdict.POSITIVE, false).settle();

    assertThat(rollout.stage("d1")).isEqualTo(Stage.SUCCEEDED);
    assertThat(rollout.written()).containsExactly("d1", "d2", "s1", "s2");
  }

  @Test
  void theTimeAwayIsPartOfTheSoak() {
    PlannerFixture rollout = soaking(PlannerFixture.perGroup()).after(Duration.ofSeconds(30));
    seen(rollout, "d1", Verdict.POSITIVE, true).settle().minutes(1);
    seen(rollout, "d1", Verdict.POSITIVE, false).settle();
    assertThat(rollout.stage("d1")).isEqualTo(Stage.SOAKING);

    rollout.after(Duration.ofSeconds(30)).settle();

    assertThat(rollout.stage("d1")).isEqualTo(Stage.SUCCEEDED);
  }

  @Test
  void aFailureOnItsReturnDiscardsTheSoak() {
    PlannerFixture rollout = soaking(PlannerFixture.perGroup()).minutes(1);
    seen(rollout, "d1", Verdict.POSITIVE, true).settle().minutes(5).settle();

    seen(rollout, "d1", Verdict.NEGATIVE, false).settle();

    assertThat(rollout.stage("d1")).isEqualTo(Stage.DISPATCHED);
  }

  @Test
  void withoutADeadlineItWaits() {
    PlannerFixture rollout = soaking(Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP)).minutes(1);
    seen(rollout, "d1", Verdict.POSITIVE, true).settle().after(Duration.ofDays(9)).settle();

    assertThat(rollout.stage("d1")).isEqualTo(Stage.SOAKING);
    assertThat(rollout.last().wake()).isEmpty();
    assertThat(rollout.progress().waitingFor())
        .isEqualTo("Waiting for 1 cluster in group dev, whose soak is over, to be available: d1.");
  }

  @Test
  void oneThatWasAwayBeforeItsSuccessIsHeldAsWell() {
    PlannerFixture rollout =
        PlannerFixture.three(PlannerFixture.perGroup().withMinSuccessTime(SOAK)).settle();
    seen(rollout, "d1", Verdict.POSITIVE, true).settle().minutes(3).settle();

    assertThat(rollout.stage("d1")).isEqualTo(Stage.SOAKING);
  }

  @Test
  void aReportFromBeforeTheSoakSaysNothingOfIt() {
    PlannerFixture rollout = soaking(PlannerFixture.perGroup()).after(Duration.ofSeconds(1));
    rollout
        .report(
            new Report(
                "d1",
                PlannerFixture.NUMBER,
                PlannerFixture.VERSION.contentHash(),
                Verdict.SILENT,
                false,
                true,
                PlannerFixture.START.toEpochMilli() - 1))
        .settle()
        .minutes(2)
        .settle();

    assertThat(rollout.stage("d1")).isEqualTo(Stage.SUCCEEDED);
  }

  @Test
  void aReportFromBeforeItWentAwayDoesNotConfirm() {
    PlannerFixture waits =
        PlannerFixture.three(PlannerFixture.perGroup().withMinSuccessTime(SOAK)).settle();
    PlannerFixture soaks = soaking(PlannerFixture.perGroup()).after(Duration.ofSeconds(9));

    assertThat(heldUp(waits.after(Duration.ofSeconds(9)))).isEqualTo(Stage.SOAKING);
    assertThat(heldUp(soaks)).isEqualTo(Stage.SOAKING);
  }

  /** Goes away, and what it showed a second before arrives after that; nothing else for a soak. */
  private static Stage heldUp(PlannerFixture rollout) {
    Report before =
        new Report(
            "d1",
            PlannerFixture.NUMBER,
            PlannerFixture.VERSION.contentHash(),
            Verdict.POSITIVE,
            false,
            false,
            rollout.now().toEpochMilli() - 1000);
    seen(rollout, "d1", Verdict.SILENT, true).settle();
    rollout.report(before).settle().minutes(3).settle();
    seen(rollout, "d1", Verdict.SILENT, true).settle();
    return rollout.stage("d1");
  }

  @Test
  void typeAllHasNoSoakToObserve() {
    PlannerFixture rollout = PlannerFixture.three(Strategy.of(StrategyType.ALL)).settle();
    rollout.positive("d2", "s1", "s2", "p1", "p2");
    seen(rollout, "d1", Verdict.POSITIVE, true).settle();

    assertThat(rollout.state().outcome()).isEqualTo(Optional.of(Outcome.SUCCEEDED));
  }
}
