package io.sluice.tools.lint;

import io.sluice.policy.InformPolicy;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.EffectiveStrategy;
import java.util.List;
import java.util.Map;

/** Finds strategies that no worker uses. */
public final class StrategyLinter {
  private static final String PATH = "spec." + EffectiveStrategy.FIELD;

  private StrategyLinter() {}

  /**
   * Returns the warnings of a policy.
   *
   * @param rollout the spec of its Rollout
   */
  public static List<Problem> warnings(
      Map<String, Object> policy, boolean beside, Map<String, Object> rollout) {
    boolean own = EffectiveStrategy.written(policy).isPresent();
    boolean ofRollout = EffectiveStrategy.written(rollout).isPresent();
    if (beside && own && !ofRollout) {
      return List.of(
          new Problem(
              "StrategyIgnored",
              PATH,
              "is not looked at next to OCM's propagator, whose Policy has no such field",
              "Write it into spec.rolloutStrategy of the Rollout, or check with --standalone"));
    }
    return !beside && (own || ofRollout) && InformPolicy.is(policy)
        ? List.of(
            new Problem(
                "StrategyIgnored",
                own ? PATH : "Rollout " + PATH,
                "has no effect: the policy only informs, so it goes to all clusters at once",
                "Take it off, or set spec.remediationAction to enforce"))
        : List.of();
  }
}
