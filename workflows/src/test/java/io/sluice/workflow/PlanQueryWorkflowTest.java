package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.forecast.Forecast;
import io.sluice.forecast.Wave;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.workflow.PolicyRolloutWorkflow.PlanAnswer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A running rollout forecasts how it goes on. */
class PlanQueryWorkflowTest {
  @Test
  void aRunAnswersHowItGoesOnFromWhereItStands() {
    Strategy strategy =
        Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP).withMinSuccessTime(Duration.ofHours(1));
    try (RolloutScenario rollout = new RolloutScenario("plan", strategy)) {
      rollout.hub.policy(1);
      rollout.hub.group(0, "dev", "d1", "d2");
      rollout.hub.group(1, "prod", "p1", "p2");
      rollout.begin(1);
      rollout.report(Verdict.POSITIVE, "d1", "d2");
      Forecast course = rollout.run().query("plan", PlanAnswer.class).least().orElseThrow();
      assertThat(course.waves()).extracting(Wave::group).containsExactly("prod");
      assertThat(course.waves().get(0).because()).isEqualTo("group dev is finished, prod is next");
      assertThat(course.end().outcome()).contains(Outcome.SUCCEEDED);
      assertThat(course.time()).isBetween(Duration.ofMinutes(110), Duration.ofHours(2));
    }
  }
}
