package io.sluice.plan.strategy;

import static java.util.Objects.requireNonNull;

/**
 * Names one setting that keeps a rollout from starting (rollout-strategy 1.6).
 *
 * @param path the setting, such as {@code spec.rolloutStrategy.type}
 * @param sentences what is wrong and what to do: two sentences that begin with the path
 */
public record Problem(String path, Reason reason, String sentences) {
  public Problem {
    requireNonNull(path, "path is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(sentences, "sentences is null");
  }

  /** Lists the reasons of the condition Accepted when it is False (rollout-strategy 1.6). */
  public enum Reason {
    UNKNOWN_TYPE("UnknownType"),
    WRONG_SETTINGS("WrongSettings"),
    QUOTED_INTEGER("QuotedInteger"),
    BAD_NUMBER("BadNumber"),
    BAD_DURATION("BadDuration"),
    UNKNOWN_GROUP("UnknownGroup"),
    BAD_GROUP("BadGroup"),
    BAD_SELECTOR("BadSelector"),
    BAD_PENDING("BadPending"),
    ENFORCED_ROOT("EnforcedRoot"),
    TWO_STRATEGIES("TwoStrategies"),
    STRATEGY_FIELD_MISSING("StrategyFieldMissing"),
    TIMEOUT_RENAMED("TimeoutRenamed"),
    DUPLICATE_APPROVAL("DuplicateApproval");

    private final String word;

    Reason(String word) {
      this.word = word;
    }

    /** The word as the condition shows it. */
    public String word() {
      return word;
    }

    @Override
    public String toString() {
      return word;
    }
  }
}
