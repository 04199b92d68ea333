package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Step;
import io.sluice.rollout.Wakeup;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests the short texts of timers and lists. */
class NextWakeupTest {
  private static void waits(PlannerFixture scene, String inBrief, String timer) {
    Step step = scene.settle().last();
    assertThat(step.progress().waitSummary()).isEqualTo(inBrief);
    assertThat(step.wake().map(Wakeup::why).orElse("no timer")).isEqualTo(timer);
  }

  @Test
  void aDeadlineNamesItsGroup() {
    waits(
        PlannerFixture.three(PlannerFixture.perGroup()),
        "compliance of dev",
        "deadline of dev 10:10:00Z");
  }

  @Test
  void aSoakNamesItsGroupAndItsEnd() {
    waits(
        PlannerFixture.three(PlannerFixture.perGroup().withMinSuccessTime(Duration.ofMinutes(20)))
            .settle()
            .positive("d1", "d2"),
        "soak of dev",
        "soak of dev until 10:20:00Z");
  }

  @Test
  void theEarliestOfSeveralChangesIsNext() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup().withMinSuccessTime(Duration.ofMinutes(2)))
            .settle();
    waits(scene.minutes(3).positive("d1"), "compliance of dev", "soak of dev until 10:05:00Z");
  }

  @Test
  void aRetryThatIsDueButMustWaitIsNoWakeup() {
    PlannerFixture scene =
        new PlannerFixture(
                PlannerFixture.spec(PlannerFixture.manual()).in(PendingMode.INFORM, false))
            .group("dev", "d1")
            .refusing("d1")
            .settle();
    assertThat(scene.last().wakeAt()).contains(PlannerFixture.START.plusSeconds(10));
    scene.incoherent("two placements disagree").after(Duration.ofSeconds(10)).settle();
    assertThat(scene.last().wakeAt()).isEmpty();
  }

  @Test
  void aRefusedWriteIsTriedAgain() {
    waits(
        new PlannerFixture(PlannerFixture.perGroup()).group("dev", "a").refusing("a"),
        "compliance of dev",
        "new try to write dev 10:00:10Z");
  }

  @Test
  void nothingRingsWhileAPersonIsWaitedFor() {
    waits(
        PlannerFixture.three(PlannerFixture.manual()), "approval of dev, stage, prod", "no timer");
    waits(PlannerFixture.three(PlannerFixture.perGroup()).paused(true), "resume", "no timer");
  }

  @Test
  void withoutADeadlineNothingRings() {
    waits(
        PlannerFixture.three(Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP)),
        "compliance of dev",
        "no timer");
  }

  @Test
  void aTimerCanBeReadInTheTimelineWhateverTheGroupIsCalled() {
    PlannerFixture scene =
        new PlannerFixture(PlannerFixture.perGroup())
            .group("all-the-web-servers-of-europe", "a")
            .settle();
    String why = scene.last().wake().orElseThrow().why();
    assertThat(why).isEqualTo("deadline of all-the-web-ser… 10:10:00Z").hasSizeLessThan(40);
  }

  @Test
  void aHaltedAttemptWaitsForAPerson() {
    waits(
        PlannerFixture.three(PlannerFixture.perGroup()).settle().minutes(10),
        "another version, or a retry",
        "no timer");
  }

  @Test
  void pendingSaysWhatIsMissing() {
    waits(new PlannerFixture(PlannerFixture.perGroup()), "clusters", "no timer");
    waits(
        PlannerFixture.three(PlannerFixture.perGroup()).incoherent("Waiting for placement p."),
        "settings or placements in order",
        "no timer");
  }
}
