package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Action;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Stage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests requests that end without an answer, or have none yet (rollout-strategy 3.2). */
class UnansweredWriteTest {
  private final PlannerFixture scene =
      new PlannerFixture(PlannerFixture.perGroup())
          .group("dev", "d1", "d2")
          .group("stage", "s1")
          .hubIsSlow()
          .step();

  @Test
  void aWriteUnderWayIsNotRequestedAgain() {
    scene.after(Duration.ofSeconds(30)).step().after(Duration.ofSeconds(29)).step();
    assertThat(scene.written()).containsExactly("d1", "d2");
  }

  @Test
  void aWriteWithoutAnyAnswerIsRequestedAgainAfterAMinute() {
    assertThat(scene.last().wakeAt())
        .contains(PlannerFixture.START.plus(ClusterTracker.UNANSWERED));
    scene.after(ClusterTracker.UNANSWERED).step();
    assertThat(scene.written()).containsExactly("d1", "d2", "d1", "d2");
    scene.after(Duration.ofSeconds(59)).step();
    assertThat(scene.written()).hasSize(4);
    scene.after(Duration.ofSeconds(1)).step();
    assertThat(scene.written()).hasSize(6);
  }

  @Test
  void whatWasNotTriedKeepsItsSlotAndHasNoDeadlineYet() {
    scene.after(Duration.ofSeconds(30)).ack(written("d1")).notTried("d2").step();
    assertThat(scene.written()).containsExactly("d1", "d2", "d2");
    assertThat(scene.exception("d2")).isEmpty();
    for (int minute = 0; minute < 9; minute++) {
      scene.minutes(1).notTried("d2").step();
    }
    assertThat(scene.stage("d2")).isEqualTo(Stage.STARTED);
    assertThat(scene.stage("s1")).isNull();
    assertThat(scene.progress().phase()).isEqualTo(Phase.PROGRESSING);
  }

  private Ack written(String cluster) {
    return Ack.written(cluster, scene.now(), PlannerFixture.NUMBER);
  }

  @Test
  void aClusterThatLeftBeforeItsWriteIsDroppedAndNeverWritten() {
    scene.notTried("d1", "d2").group("dev", "d1").step().minutes(5).step().left("d2").step();
    assertThat(scene.entry("d2")).isEmpty();
    assertThat(scene.written()).containsOnlyOnce("d2");
  }

  @Test
  void aRefusedClusterThatIsNotTriedAfterItsDeadlineIsReadInstead() {
    scene.ack(Ack.refused("d1", scene.now(), "no")).ack(written("d2")).step();
    scene.minutes(10).positive("d2").step();
    assertThat(scene.written()).endsWith("d1");
    scene.notTried("d1").step();
    assertThat(scene.lookedAt()).containsExactly("d1");
    scene.looked(scene.now(), "d1").step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.TIMED_OUT);
  }

  @Test
  void theActionsOfAStepNameNoClusterTwice() {
    scene.minutes(2).step();
    List<String> named =
        scene.last().actions().stream()
            .flatMap(action -> ((Action.Dispatch) action).clusters().stream())
            .toList();
    assertThat(named).doesNotHaveDuplicates();
  }
}
