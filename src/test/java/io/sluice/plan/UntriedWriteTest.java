package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.Action;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Asks again for clusters that a batch did not try (rollout-strategy 3.2). */
class UntriedWriteTest {
  private static PlannerFixture untried() {
    return PlannerFixture.three(PlannerFixture.perGroup()).hubIsSlow().step().notTried("d1", "d2");
  }

  @Test
  void aClusterThatABatchDidNotTryIsAskedForAgainOnce() {
    PlannerFixture scene = untried().step();
    assertThat(scene.written()).containsExactly("d1", "d2", "d1", "d2");
    assertThat(scene.last().actions())
        .extracting(Action::because)
        .containsExactly("2 clusters started before, not tried yet");
    assertThat(scene.step().last().actions()).isEmpty();
  }

  @Test
  void whileTheRolloutIsPausedItIsNotAskedForAndAfterwardsItIs() {
    PlannerFixture scene = untried().pauseByMessage().step();
    assertThat(scene.last().actions()).isEmpty();
    scene.restored().resumeByMessage().hubAnswers().settle();
    assertThat(scene.written()).containsExactly("d1", "d2", "d1", "d2");
  }

  @Test
  void anAbortLeavesItUnwritten() {
    assertThat(untried().abort("ann").step().last().actions())
        .singleElement()
        .isInstanceOf(Action.Close.class);
  }

  @Test
  void aClusterThatIsLeavingIsNotAskedForAgain() {
    PlannerFixture scene = untried().group("dev", "d1").leaving("d2").step();
    assertThat(scene.last().actions())
        .extracting(action -> ((Action.Dispatch) action).clusters())
        .containsExactly(List.of("d1"));
  }

  @Test
  void theLastTryAtTheDeadlineBecomesAReadWhenItWasNotMade() {
    PlannerFixture scene =
        new PlannerFixture(PlannerFixture.perGroup()).group("dev", "d1").refusing("d1").settle();
    scene.hubIsSlow().minutes(10).step().notTried("d1").step();
    assertThat(scene.written()).containsExactly("d1", "d1");
    assertThat(scene.lookedAt()).containsExactly("d1");
  }
}
