package io.sluice.rollout.strategy;

import static java.util.Objects.requireNonNull;

import io.sluice.gate.HeldInputs;
import io.sluice.policy.Hashes;
import io.sluice.policy.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the effective strategy: the policy's own, else that of its Rollout object (rollout-strategy
 * 1.5).
 *
 * @param tree the strategy as written; absent: the policy is unstaged
 * @param path the path of its field, as messages name it
 * @param problems one, if both objects have a strategy
 * @param released identifies the targeting that was activated alone: that begins an attempt as a
 *     change of the strategy does (lazy-activation 4.5)
 * @param inputs behind the gate, the number of the inputs of hub templates: another one begins an
 *     attempt, too (gate 6)
 */
public record EffectiveStrategy(
    Optional<Object> tree,
    String path,
    List<Problem> problems,
    Optional<String> released,
    Optional<Long> inputs) {
  /** The field of the specs of a policy and of a Rollout. */
  public static final String FIELD = "rolloutStrategy";

  private static final String SEPARATOR = "-";
  private static final String GATE = "+g";
  private static final String IN_POLICY = "spec." + FIELD;
  private static final String IN_ROLLOUT = "Rollout " + IN_POLICY;

  /**
   * What a label alone asks for: no group gets anything before a person has approved it (gate 2).
   */
  public static final Map<String, Object> APPROVED_GROUPS = Map.of("type", "manualPerGroup");

  private static final Map<String, Object> AT_ONCE = Map.of("type", "All");

  public EffectiveStrategy {
    requireNonNull(tree, "tree is null");
    requireNonNull(path, "path is null");
    problems = List.copyOf(problems);
    requireNonNull(released, "released is null");
    requireNonNull(inputs, "inputs is null");
  }

  /**
   * Chooses between the two fields.
   *
   * @param beside whether the propagator runs: then the strategy of the Rollout counts, and the
   *     policy's own alone does not make the policy staged
   */
  public static EffectiveStrategy of(
      Map<String, Object> policySpec, Map<String, Object> rolloutSpec, boolean beside) {
    Optional<Object> own = written(policySpec);
    Optional<Object> ofRollout = written(rolloutSpec);
    List<Problem> problems =
        own.isPresent() && ofRollout.isPresent() ? List.of(twoStrategies()) : List.of();
    return own.isEmpty() || beside
        ? new EffectiveStrategy(ofRollout, IN_ROLLOUT, problems, Optional.empty(), Optional.empty())
        : new EffectiveStrategy(own, IN_POLICY, problems, Optional.empty(), Optional.empty());
  }

  /**
   * Returns the same for a policy behind the gate: where nobody has written one, no group begins
   * unapproved.
   *
   * @param inputs the number of the inputs of its hub templates
   */
  public EffectiveStrategy behindTheGate(HeldInputs inputs) {
    return new EffectiveStrategy(
        tree.or(() -> Optional.of(APPROVED_GROUPS)),
        path,
        problems,
        released,
        Optional.of(inputs.number()));
  }

  /** Returns the strategy as the spec of a policy or of a Rollout has it, valid or not. */
  public static Optional<Object> written(Map<String, Object> spec) {
    return Optional.ofNullable(spec.get(FIELD));
  }

  /**
   * Returns the active strategy of a policy whose edits wait. Without one, all clusters get a
   * version in one step (lazy-activation 4.2).
   *
   * @param active the strategy that is active
   * @param released the targeting that was activated last without a new content
   */
  public EffectiveStrategy activated(Optional<Object> active, Optional<String> released) {
    return new EffectiveStrategy(
        Optional.of(active.orElse(AT_ONCE)), path, problems, released, inputs);
  }

  private static Problem twoStrategies() {
    return new Problem(
        Refusal.Reason.TWO_STRATEGIES.label(),
        IN_ROLLOUT,
        "is set, and so is " + IN_POLICY + " of the policy",
        "Keep one of them");
  }

  /** The problem that the hub's Policy CRD drops the field (rollout-strategy 1.6). */
  public static Problem fieldMissing() {
    return new Problem(
        Refusal.Reason.STRATEGY_FIELD_MISSING.label(),
        "the Policy CRD of this hub",
        "has no field " + IN_POLICY + ", so a strategy written there is dropped without a word",
        "Install deploy/crds, or write the strategy into " + IN_ROLLOUT);
  }

  /**
   * The problem that the field is there again, but the policy was changed without it meanwhile: it
   * must not be taken for a strategy that a user removed (rollout-strategy 1.6).
   *
   * @param rollout name of the Rollout object
   */
  public static Problem strategyLost(String rollout) {
    return new Problem(
        Refusal.Reason.STRATEGY_FIELD_MISSING.label(),
        IN_POLICY,
        "is missing since the Policy CRD of this hub had no such field",
        "Write the strategy again; or delete Rollout %s, and every cluster gets this version at once"
            .formatted(rollout));
  }

  /** True when the policy has a strategy, so that Sluice rolls it out by attempts. */
  public boolean staged() {
    return tree.isPresent();
  }

  /** Returns whether two hashes are of one strategy, whatever else has changed. */
  public static boolean sameStrategy(String one, String other) {
    return written(one).equals(written(other));
  }

  /** Returns what is another in the second of two hashes, as a sentence without its end. */
  public static String difference(String former, String present) {
    if (!sameStrategy(former, present)) {
      return "the rolloutStrategy was changed";
    }
    if (gate(former).equals(gate(present))) {
      return "a change of the targeting was activated";
    }
    if (gate(former).isEmpty()) {
      return "the policy is staged by the gate now";
    }
    return gate(present).isEmpty()
        ? "the policy is not staged by the gate any more"
        : "the inputs of its hub templates or policy sets have changed";
  }

  /** Returns whether the hash is of a policy behind the gate. */
  public static boolean isBehindTheGate(String hash) {
    return !gate(hash).isEmpty();
  }

  /** Returns whether the first of two hashes is of a policy behind the gate, and the second not. */
  public static boolean leavesTheGate(String former, String present) {
    return isBehindTheGate(former) && !isBehindTheGate(present);
  }

  private static String written(String hash) {
    return untilGate(hash).split(SEPARATOR, 2)[0];
  }

  private static String untilGate(String hash) {
    return hash.substring(0, hash.length() - gate(hash).length());
  }

  private static String gate(String hash) {
    int begin = hash.lastIndexOf(GATE);
    return begin < 0 ? "" : hash.substring(begin);
  }

  /**
   * Returns whether an attempt with the first hash need not be followed by one with the second:
   * that nothing waits any more, after a targeting was activated alone, begins none.
   */
  public static boolean covers(String attempted, String present) {
    return attempted.equals(present)
        || !untilGate(present).contains(SEPARATOR)
            && sameStrategy(attempted, present)
            && gate(attempted).equals(gate(present));
  }

  /** The hash of the strategy, which identifies it to an attempt; empty for an unstaged policy. */
  public String hash() {
    return tree.map(Hashes::ofTree).orElse("")
        + released.map(revision -> SEPARATOR + revision).orElse("")
        + inputs.map(number -> GATE + number).orElse("");
  }
}
