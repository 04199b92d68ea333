package io.sluice.rollout.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gate.HeldInputs;
import io.sluice.policy.Problem;
import java.util.Map;
import java.util.Optional;
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
  void behindTheGateAnotherInputOrAnotherWayIsAnotherAttempt() {
    EffectiveStrategy written = EffectiveStrategy.of(Map.of(), ALL, true);
    String plain = written.hash();
    String first = written.behindTheGate(new HeldInputs(0)).hash();
    String second = written.behindTheGate(new HeldInputs(1)).hash();

    assertThat(EffectiveStrategy.covers(first, first)).isTrue();
    assertThat(EffectiveStrategy.covers(first, second)).isFalse();
    assertThat(EffectiveStrategy.covers(plain, first)).isFalse();
    assertThat(EffectiveStrategy.covers(first, plain)).isFalse();
    assertThat(EffectiveStrategy.sameStrategy(plain, second)).isTrue();
    assertThat(EffectiveStrategy.difference(first, second))
        .isEqualTo("the inputs of its hub templates or policy sets have changed");
    assertThat(EffectiveStrategy.difference(plain, first))
        .isEqualTo("the policy is staged by the gate now");
    assertThat(EffectiveStrategy.difference(first, plain))
        .isEqualTo("the policy is not staged by the gate any more");
  }

  @Test
  void behindTheGateAnActivatedTargetingIsAnAttemptOnce() {
    EffectiveStrategy written =
        EffectiveStrategy.of(Map.of(), ALL, true).behindTheGate(new HeldInputs(2));
    String released = written.activated(written.tree(), Optional.of("r7")).hash();

    assertThat(EffectiveStrategy.covers(written.hash(), released)).isFalse();
    assertThat(EffectiveStrategy.covers(released, written.hash())).isTrue();
    assertThat(EffectiveStrategy.difference(written.hash(), released))
        .isEqualTo("a change of the targeting was activated");
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
