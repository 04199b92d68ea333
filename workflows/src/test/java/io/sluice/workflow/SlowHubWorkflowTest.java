package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Verdict;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Request;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.workflow.PolicyRolloutWorkflow.RequestAnswer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs attempts on a hub that does not answer (rollout-strategy 3.2). */
@Timeout(300)
class SlowHubWorkflowTest {
  private static final int CLUSTERS = 500;

  /** What four batches hold. */
  private static final int UNDER_WAY = 400;

  /** One group of five batches, the first four of which get no answer. */
  private static RolloutScenario held(String name) {
    RolloutScenario scene =
        new RolloutScenario(
            name,
            Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP)
                .withProgressDeadline(Duration.ofMinutes(10)));
    scene.hub.policy(1);
    scene.hub.group(
        0, "dev", IntStream.range(0, CLUSTERS).mapToObj("c%03d"::formatted).toArray(String[]::new));
    for (int first = 0; first < UNDER_WAY; first += HubActivities.Batch.MOST_CLUSTERS) {
      scene.hub.hold("c%03d".formatted(first));
    }
    scene.begin(1);
    await(() -> scene.hub.batches() == 4);
    return scene;
  }

  private static void await(BooleanSupplier what) {
    WorkflowPatience.await().until(what::getAsBoolean);
  }

  private static String ask(RolloutScenario scene, String update) {
    return scene.run().update(update, RequestAnswer.class, Request.by("ann")).message();
  }

  @Test
  void aPauseIsInEffectWhileBatchesHangAndTheNextOneIsNotBegun() {
    try (RolloutScenario scene = held("paused-while-batches-hang")) {
      ask(scene, "pause");
      scene.awaitPhase(Phase.PAUSED);
      await(() -> scene.published().phase() == Phase.PAUSED);
      scene.hub.release();
      await(() -> scene.hub.writes().size() == UNDER_WAY);
      scene.pass(Duration.ofMinutes(1));
      assertThat(scene.hub.writes()).hasSize(UNDER_WAY);

      ask(scene, "resume");
      await(() -> scene.hub.writes().size() == CLUSTERS);
      ask(scene, "abort");
      assertThat(scene.result().outcome()).contains(Outcome.ABORTED);
    }
  }

  @Test
  void anAbortWaitsForTheBatchesUnderWayAndBeginsNoOther() {
    try (RolloutScenario scene = held("aborted-while-batches-hang")) {
      ask(scene, "abort");
      await(() -> scene.progress().outcome().equals(Optional.of(Outcome.ABORTED)));
      assertThat(scene.hub.runOpen()).isTrue();
      scene.hub.release();
      assertThat(scene.result().outcome()).contains(Outcome.ABORTED);
      assertThat(scene.hub.writes()).hasSize(UNDER_WAY);
      assertThat(scene.hub.runOpen()).isFalse();
    }
  }

  @Test
  void aNewVersionSupersedesTheAttemptWhileBatchesHang() {
    try (RolloutScenario scene = held("superseded-while-batches-hang")) {
      scene.hub.policy(2);
      scene.run().signal(PolicyRolloutWorkflow.POLICY_CHANGED);
      await(() -> scene.progress().outcome().equals(Optional.of(Outcome.SUPERSEDED)));
      scene.hub.release();
      assertThat(scene.result().outcome()).contains(Outcome.SUPERSEDED);
      assertThat(scene.hub.writes()).hasSize(UNDER_WAY);
    }
  }

  private static RolloutScenario window(String name) {
    RolloutScenario scene =
        new RolloutScenario(
            name,
            Strategy.of(StrategyType.PROGRESSIVE)
                .withMaxConcurrency(Amount.count(2))
                .withProgressDeadline(Duration.ofMinutes(10)));
    scene.hub.policy(1);
    scene.hub.group(0, "dev", "d1");
    scene.hub.group(1, "stage", "s1", "s2");
    return scene;
  }

  @Test
  void aClusterWhoseBatchHangsDoesNotHoldTheOthers() {
    try (RolloutScenario scene = window("one-batch-hangs")) {
      scene.hub.hold("d1");
      scene.begin(1);
      scene.report(Verdict.POSITIVE, "s1");
      await(() -> scene.progress().counts().soaking() == 1);
      scene.awaitReached("s1");
      scene.hub.release();
      scene.succeed("d1");
      scene.succeed("s2");
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
      assertThat(scene.hub.writes()).hasSize(3);
    }
  }

  @Test
  void aVerdictThatOvertakesTheAnswerOfItsBatchIsNotLost() {
    try (RolloutScenario scene = window("verdict-before-answer")) {
      scene.hub.holdAnswer("d1");
      scene.begin(1);
      await(() -> scene.hub.contents().containsKey("d1"));
      scene.report(Verdict.POSITIVE, "d1");
      scene.report(Verdict.POSITIVE, "s1");
      await(() -> scene.progress().counts().soaking() == 1);
      scene.hub.release();
      await(() -> scene.progress().counts().soaking() == 2);
      ask(scene, "abort");
      assertThat(scene.result().outcome()).contains(Outcome.ABORTED);
    }
  }

  @Test
  void aClusterThatWasNotTriedIsAskedForAgain() {
    try (RolloutScenario scene = window("not-tried")) {
      scene.hub.skipOnce("d1");
      scene.begin(1);
      scene.awaitReached("s1");
      scene.pass(UntriedClusters.PAUSE.plusSeconds(1));
      scene.awaitReached("d1", "s1");
      assertThat(scene.summaries())
          .contains("write d1 of dev: 1 cluster started before, not tried yet");
      scene.succeed("d1", "s1");
      scene.succeed("s2");
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
    }
  }

  @Test
  void anObservationThatHangsDelaysNoPause() {
    try (RolloutScenario scene = window("observation-hangs")) {
      scene.begin(1);
      scene.awaitReached("d1", "s1");
      scene.hub.holdObservations();
      scene.run().signal(PolicyRolloutWorkflow.FLEET_CHANGED);
      ask(scene, "pause");
      scene.awaitPhase(Phase.PAUSED);
      scene.report(Verdict.POSITIVE, "d1", "s1");
      await(() -> scene.progress().counts().soaking() == 2);
      scene.hub.release();
      scene.pass(Duration.ofSeconds(11));
      scene.awaitReached("d1", "s1");
      ask(scene, "resume");
      scene.succeed("s2");
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
    }
  }
}
