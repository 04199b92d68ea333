package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Verdict;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Report;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests what type All leaves out, and how long a soak lasts elsewhere (3.8, E6). */
class TypeAllAndSoakTest {
  private static final Strategy ALL = Strategy.all().withProgressDeadline(Duration.ofMinutes(10));

  @Test
  void everyoneStartsAtOnce() {
    PlannerFixture scene = PlannerFixture.three(ALL).settle();
    assertThat(scene.state().clusters()).hasSize(6);
    assertThat(scene.progress().rolloutStatus()).contains("Progressing");
  }

  @Test
  void typeAllIsProgressingBeforeItsFirstCluster() {
    PlannerFixture scene = PlannerFixture.three(ALL).paused(true).settle();
    assertThat(scene.progress().rolloutStatus()).contains("Progressing");
  }

  @Test
  void aSuccessIsFinalAtOnce() {
    PlannerFixture scene =
        PlannerFixture.three(ALL.withMinSuccessTime(Duration.ofHours(1))).settle();
    scene.positive("d1").settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SUCCEEDED);
  }

  @Test
  void failuresHaltNoClusterAndTheOutcomeWaitsForTheLast() {
    PlannerFixture scene = new PlannerFixture(ALL).group("dev", "a", "b").settle().minutes(9);
    scene.group("dev", "a", "b", "c").settle().minutes(1).settle();
    assertThat(scene.state().breach()).isEmpty();
    assertThat(scene.state().outcome()).isEmpty();
    scene.positive("c").settle();
    assertThat(scene.state().outcome()).contains(Outcome.FAILED);
    assertThat(scene.progress().phase()).isEqualTo(Phase.DONE);
  }

  @Test
  void maxFailuresDecidesTheOutcome() {
    PlannerFixture scene =
        new PlannerFixture(ALL.withMaxFailures(Amount.percent(50))).group("dev", "a", "b");
    scene.settle().positive("a").settle().minutes(10).settle();
    assertThat(scene.state().outcome()).contains(Outcome.SUCCEEDED);
    assertThat(scene.progress().exceptions()).hasSize(1);
  }

  @Test
  void ignoredFailuresDoNotCount() {
    PlannerFixture scene = new PlannerFixture(ALL).group("dev", "a", "b").ignored("b").settle();
    scene.positive("a").settle().minutes(10).settle();
    assertThat(scene.state().outcome()).contains(Outcome.SUCCEEDED);
  }

  @Test
  void elsewhereTheFloorIsTheLeastSoak() {
    PlannerFixture scene =
        new PlannerFixture(PlannerFixture.perGroup())
            .group("dev", "a")
            .settle()
            .positive("a")
            .settle();
    assertThat(scene.last().wakeAt()).contains(scene.now().plusSeconds(10));
  }

  @Test
  void aLongerMinSuccessTimeWins() {
    PlannerFixture scene =
        new PlannerFixture(PlannerFixture.perGroup().withMinSuccessTime(Duration.ofSeconds(11)))
            .group("dev", "a");
    scene.settle().positive("a").settle();
    assertThat(scene.last().wakeAt()).contains(scene.now().plusSeconds(11));
  }

  @Test
  void aWeakSuccessSoaksLonger() {
    PlannerFixture scene = new PlannerFixture(PlannerFixture.perGroup()).group("dev", "a").settle();
    long at = scene.now().toEpochMilli();
    scene.report(new Report("a", 7, "content-2", Verdict.POSITIVE, true, false, at)).settle();
    assertThat(scene.last().wakeAt()).contains(scene.now().plusSeconds(60));
  }
}
