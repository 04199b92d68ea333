package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import io.sluice.plan.strategy.Problem;
import io.sluice.policy.Hashes;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the strategy that counts: the policy's own, else that of its Rollout object
 * (rollout-strategy 1.5).
 *
 * @param tree the strategy as written; absent: the policy is unstaged
 * @param path where it stands, as messages name it
 * @param problems that there are two
 */
public record EffectiveStrategy(Optional<Object> tree, String path, List<Problem> problems) {
  private static final String FIELD = "rolloutStrategy";
  private static final String IN_POLICY = "spec." + FIELD;
  private static final String IN_ROLLOUT = "Rollout " + IN_POLICY;

  public EffectiveStrategy {
    requireNonNull(tree, "tree is null");
    requireNonNull(path, "path is null");
    problems = List.copyOf(problems);
  }

  public static EffectiveStrategy of(
      Map<String, Object> policySpec, Map<String, Object> rolloutSpec) {
    Optional<Object> own = Optional.ofNullable(policySpec.get(FIELD));
    Optional<Object> besides = Optional.ofNullable(rolloutSpec.get(FIELD));
    if (own.isEmpty()) {
      return new EffectiveStrategy(besides, IN_ROLLOUT, List.of());
    }
    return new EffectiveStrategy(
        own, IN_POLICY, besides.isPresent() ? List.of(twoStrategies()) : List.of());
  }

  private static Problem twoStrategies() {
    return new Problem(
        IN_ROLLOUT,
        Problem.Reason.TWO_STRATEGIES,
        IN_ROLLOUT + " is set, and so is " + IN_POLICY + " of the policy. Keep one of them.");
  }

  /** Whether the policy is rolled out in steps that can be told apart at all. */
  public boolean staged() {
    return tree.isPresent();
  }

  /** The hash by which an attempt knows its strategy; empty for an unstaged policy. */
  public String hash() {
    return tree.map(Hashes::ofTree).orElse("");
  }
}
