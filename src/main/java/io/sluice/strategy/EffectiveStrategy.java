package io.sluice.strategy;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Hashes;
import io.sluice.policy.Problem;
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

  /**
   * Judges the two places.
   *
   * @param beside whether the propagator runs: then a strategy of the Rollout is the opt-in, and
   *     the policy's own is no reason to touch it
   */
  public static EffectiveStrategy of(
      Map<String, Object> policySpec, Map<String, Object> rolloutSpec, boolean beside) {
    Optional<Object> own = Optional.ofNullable(policySpec.get(FIELD));
    Optional<Object> besides = Optional.ofNullable(rolloutSpec.get(FIELD));
    List<Problem> problems =
        own.isPresent() && besides.isPresent() ? List.of(twoStrategies()) : List.of();
    return own.isEmpty() || beside
        ? new EffectiveStrategy(besides, IN_ROLLOUT, problems)
        : new EffectiveStrategy(own, IN_POLICY, problems);
  }

  private static Problem twoStrategies() {
    return new Problem(
        RefusalReason.TWO_STRATEGIES.word(),
        IN_ROLLOUT,
        "is set, and so is " + IN_POLICY + " of the policy",
        "Keep one of them");
  }

  /** What is wrong where the Policy CRD of the hub drops the field (rollout-strategy 1.6). */
  public static Problem fieldMissing() {
    return new Problem(
        RefusalReason.STRATEGY_FIELD_MISSING.word(),
        "the Policy CRD of this hub",
        "has no field " + IN_POLICY + ", so a strategy written there is dropped without a word",
        "Install deploy/crds, or write the strategy into " + IN_ROLLOUT);
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
