package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Verdict;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.temporal.common.SearchAttributeKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rollout-strategy 5, "Deletion": a run that notices the deletion by a write. */
@Timeout(300)
class ClaimLossWorkflowTest {
  @Test
  void aRunWhoseWriteFindsTheObjectDeletedEndsAsAborted() {
    try (RolloutScenario scene =
        new RolloutScenario(
            "deleted-while-soaking",
            Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP)
                .withMinSuccessTime(Duration.ofMinutes(5)))) {
      scene.hub.policy(1);
      scene.hub.group(0, "dev", "d1");
      scene.hub.group(1, "prod", "p1");
      scene.begin(1);
      scene.awaitReached("d1");
      scene.hub.deleteRollout();
      scene.report(Verdict.POSITIVE, "d1");

      assertThat(scene.result().outcome()).contains(Outcome.ABORTED);
      assertThat(keyword(scene, "SluiceOutcome")).isEqualTo(Outcome.ABORTED.label());
      assertThat(keyword(scene, "SluicePhase")).isEqualTo(Phase.DONE.label());
    }
  }

  private static String keyword(RolloutScenario scene, String name) {
    return scene
        .run()
        .describe()
        .getTypedSearchAttributes()
        .get(SearchAttributeKey.forKeyword(name));
  }
}
