package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.strategy.Amount;
import io.sluice.plan.strategy.Strategy;
import io.sluice.policy.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tells what type All leaves out, and how long a soak lasts elsewhere (3.8, E6). */
class TypeAllAndSoakTest {
  private static final Strategy ALL = Strategy.all().withProgressDeadline(Duration.ofMinutes(10));

  @Test
  void everyoneStartsAtOnce() {
    Scene scene = Scene.three(ALL).settle();
    assertThat(scene.state().clusters()).hasSize(6);
    assertThat(scene.progress().rolloutStatus()).contains("Progressing");
  }

  @Test
  void typeAllIsProgressingBeforeItsFirstCluster() {
    Scene scene = Scene.three(ALL).paused(true).settle();
    assertThat(scene.progress().rolloutStatus()).contains("Progressing");
  }

  @Test
  void aSuccessIsFinalAtOnce() {
    Scene scene = Scene.three(ALL.withMinSuccessTime(Duration.ofHours(1))).settle();
    scene.positive("d1").settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.SUCCEEDED);
  }

  @Test
  void failuresHaltNobodyAndTheOutcomeWaitsForTheLast() {
    Scene scene = new Scene(ALL).group("dev", "a", "b").settle().minutes(9);
    scene.group("dev", "a", "b", "c").settle().minutes(1).settle();
    assertThat(scene.state().breach()).isEmpty();
    assertThat(scene.state().outcome()).isEmpty();
    scene.positive("c").settle();
    assertThat(scene.state().outcome()).contains(Outcome.FAILED);
    assertThat(scene.progress().phase()).isEqualTo(Phase.DONE);
  }

  @Test
  void maxFailuresDecidesTheOutcome() {
    Scene scene = new Scene(ALL.withMaxFailures(Amount.percent(50))).group("dev", "a", "b");
    scene.settle().positive("a").settle().minutes(10).settle();
    assertThat(scene.state().outcome()).contains(Outcome.SUCCEEDED);
    assertThat(scene.progress().exceptions()).hasSize(1);
  }

  @Test
  void ignoredFailuresDoNotCount() {
    Scene scene = new Scene(ALL).group("dev", "a", "b").ignored("b").settle();
    scene.positive("a").settle().minutes(10).settle();
    assertThat(scene.state().outcome()).contains(Outcome.SUCCEEDED);
  }

  @Test
  void elsewhereTheFloorIsTheLeastSoak() {
    Scene scene = new Scene(Scene.perGroup()).group("dev", "a").settle().positive("a").settle();
    assertThat(scene.last().wakeAt()).contains(scene.now().plusSeconds(10));
  }

  @Test
  void aLongerMinSuccessTimeWins() {
    Scene scene =
        new Scene(Scene.perGroup().withMinSuccessTime(Duration.ofSeconds(11))).group("dev", "a");
    scene.settle().positive("a").settle();
    assertThat(scene.last().wakeAt()).contains(scene.now().plusSeconds(11));
  }

  @Test
  void aWeakSuccessSoaksLonger() {
    Scene scene = new Scene(Scene.perGroup()).group("dev", "a").settle();
    long at = scene.now().toEpochMilli();
    scene.report(new Report("a", 7, "content-2", Verdict.POSITIVE, true, false, at)).settle();
    assertThat(scene.last().wakeAt()).contains(scene.now().plusSeconds(60));
  }
}
