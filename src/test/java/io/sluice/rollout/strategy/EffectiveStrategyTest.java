package io.sluice.rollout.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EffectiveStrategyTest {
  private static final Map<String, Object> ALL = Map.of("rolloutStrategy", Map.of("type", "All"));

  private static EffectiveStrategy standalone(
      Map<String, Object> policy, Map<String, Object> rollout) {
    return EffectiveStrategy.of(policy, rollout, false);
  }

  @Test
  void thePolicysOwnStrategyCounts() {
    EffectiveStrategy strategy = standalone(ALL, Map.of());
    assertThat(strategy.staged()).isTrue();
    assertThat(strategy.path()).isEqualTo("spec.rolloutStrategy");
    assertThat(strategy.problems()).isEmpty();
  }

  @Test
  void theRolloutsStrategyCountsWhereThePolicyHasNone() {
    EffectiveStrategy strategy = standalone(Map.of(), ALL);
    assertThat(strategy.path()).isEqualTo("Rollout spec.rolloutStrategy");
    assertThat(strategy.hash()).isEqualTo(standalone(ALL, Map.of()).hash());
  }

  @Test
  void aPolicyWithNeitherIsUnstaged() {
    assertThat(standalone(Map.of(), Map.of()).staged()).isFalse();
    assertThat(standalone(Map.of(), Map.of()).hash()).isEmpty();
  }

  @Test
  void besideThePropagatorOnlyTheRolloutsStrategyCounts() {
    assertThat(EffectiveStrategy.of(ALL, Map.of(), true).staged()).isFalse();
    assertThat(EffectiveStrategy.of(Map.of(), ALL, true).staged()).isTrue();
  }

  @Test
  void twoStrategiesAreRefused() {
    assertThat(standalone(ALL, ALL).problems())
        .containsExactly(
            new Problem(
                "TwoStrategies",
                "Rollout spec.rolloutStrategy",
                "is set, and so is spec.rolloutStrategy of the policy",
                "Keep one of them"));
  }
}
