package io.sluice.hub;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.strategy.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EffectiveStrategyTest {
  private static final Map<String, Object> ALL = Map.of("rolloutStrategy", Map.of("type", "All"));

  @Test
  void thePolicysOwnStrategyCounts() {
    EffectiveStrategy strategy = EffectiveStrategy.of(ALL, Map.of());
    assertThat(strategy.staged()).isTrue();
    assertThat(strategy.path()).isEqualTo("spec.rolloutStrategy");
    assertThat(strategy.problems()).isEmpty();
  }

  @Test
  void theRolloutsStrategyCountsWhereThePolicyHasNone() {
    EffectiveStrategy strategy = EffectiveStrategy.of(Map.of(), ALL);
    assertThat(strategy.path()).isEqualTo("Rollout spec.rolloutStrategy");
    assertThat(strategy.hash()).isEqualTo(EffectiveStrategy.of(ALL, Map.of()).hash());
  }

  @Test
  void aPolicyWithNeitherIsUnstaged() {
    assertThat(EffectiveStrategy.of(Map.of(), Map.of()).staged()).isFalse();
    assertThat(EffectiveStrategy.of(Map.of(), Map.of()).hash()).isEmpty();
  }

  @Test
  void twoStrategiesAreRefused() {
    assertThat(EffectiveStrategy.of(ALL, ALL).problems())
        .containsExactly(
            new Problem(
                "Rollout spec.rolloutStrategy",
                Problem.Reason.TWO_STRATEGIES,
                "Rollout spec.rolloutStrategy is set, and so is spec.rolloutStrategy of the policy. Keep one of them."));
  }
}
