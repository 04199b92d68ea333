package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.strategy.Strategy;
import io.sluice.plan.strategy.StrategyType;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Holds the few words that stand on timers and in lists. */
class WakingTest {
  private static void waits(Scene scene, String inBrief, String timer) {
    Step step = scene.settle().last();
    assertThat(step.progress().inBrief()).isEqualTo(inBrief);
    assertThat(step.wake().map(Wake::why).orElse("no timer")).isEqualTo(timer);
  }

  @Test
  void aDeadlineNamesItsGroup() {
    waits(Scene.three(Scene.perGroup()), "compliance of dev", "deadline of dev 10:10:00Z");
  }

  @Test
  void aSoakNamesItsGroupAndItsEnd() {
    waits(
        Scene.three(Scene.perGroup().withMinSuccessTime(Duration.ofMinutes(20)))
            .settle()
            .positive("d1", "d2"),
        "soak of dev",
        "soak of dev until 10:20:00Z");
  }

  @Test
  void aRefusedWriteIsTriedAgain() {
    waits(
        new Scene(Scene.perGroup()).group("dev", "a").refusing("a"),
        "compliance of dev",
        "new try to write dev 10:00:10Z");
  }

  @Test
  void nothingRingsWhileAPersonIsWaitedFor() {
    waits(Scene.three(Scene.manual()), "approval of dev, stage, prod", "no timer");
    waits(Scene.three(Scene.perGroup()).paused(true), "resume", "no timer");
  }

  @Test
  void withoutADeadlineNothingRings() {
    waits(
        Scene.three(Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP)),
        "compliance of dev",
        "no timer");
  }

  @Test
  void aTimerCanBeReadInTheTimelineWhateverTheGroupIsCalled() {
    Scene scene = new Scene(Scene.perGroup()).group("all-the-web-servers-of-europe", "a").settle();
    String why = scene.last().wake().orElseThrow().why();
    assertThat(why).isEqualTo("deadline of all-the-web-ser… 10:10:00Z").hasSizeLessThan(40);
  }

  @Test
  void aHaltedAttemptWaitsForAPerson() {
    waits(
        Scene.three(Scene.perGroup()).settle().minutes(10),
        "another version, or a retry",
        "no timer");
  }

  @Test
  void pendingSaysWhatIsMissing() {
    waits(new Scene(Scene.perGroup()), "clusters", "no timer");
    waits(
        Scene.three(Scene.perGroup()).incoherent("Waiting for placement p."),
        "settings or placements in order",
        "no timer");
  }
}
