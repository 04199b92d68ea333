package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Verdict;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Aborts a run, and skips clusters of it, in the spec of its Rollout object. */
@Timeout(300)
class SpecRequestsWorkflowTest {
  private static RolloutScenario scene(String name) {
    Strategy strategy =
        Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP)
            .withProgressDeadline(Duration.ofMinutes(10));
    RolloutScenario scene = new RolloutScenario(name, strategy);
    scene.hub.policy(1);
    scene.hub.group(0, "dev", "d1");
    scene.hub.group(1, "prod", "p1");
    return scene;
  }

  @Test
  void anAbortInTheSpecEndsTheRunWithALastWrite() {
    try (RolloutScenario scene = scene("aborted-in-spec")) {
      scene.begin(1);
      scene.awaitReached("d1");
      scene.hub.abortInSpec("uid-1");
      scene.rolloutChanged();

      assertThat(scene.result().outcome()).contains(Outcome.ABORTED);
      assertThat(scene.published().phase()).isEqualTo(Phase.DONE);
      assertThat(scene.published().next().orElseThrow()).startsWith("Aborted: aborted by ann.");
      scene.awaitReached("d1");
    }
  }

  @Test
  void anAbortOfAFormerAttemptEndsNothing() {
    try (RolloutScenario scene = scene("former-aborted-in-spec")) {
      scene.hub.abortInSpec("uid-0");
      scene.begin(1);
      scene.succeed("d1");
      scene.succeed("p1");

      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
    }
  }

  @Test
  void aSkippedClusterHoldsNothingUpAndIsNoSuccess() {
    try (RolloutScenario scene = scene("skipped-in-spec")) {
      scene.begin(1);
      scene.report(Verdict.NEGATIVE, "d1");
      scene.hub.skipInSpec("uid-1", "d1");
      scene.rolloutChanged();
      scene.awaitReached("d1", "p1");
      scene.succeed("p1");

      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
      assertThat(scene.published().counts().succeeded()).isOne();
      assertThat(scene.published().exceptions())
          .singleElement()
          .extracting(ClusterIssue::reason, ClusterIssue::message)
          .containsExactly(
              IssueReason.IGNORED,
              "Skipped by ann: what it reports does not count in this attempt.");
    }
  }
}
