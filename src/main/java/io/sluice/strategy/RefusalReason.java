package io.sluice.strategy;

/** Lists the reasons for which settings are refused (rollout-strategy 1.6). */
public enum RefusalReason {
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
  /** The root leaves its action to a template that enforces (policy-propagation 14.1). */
  ENFORCED_TEMPLATE("EnforcedTemplate"),
  TWO_STRATEGIES("TwoStrategies"),
  STRATEGY_FIELD_MISSING("StrategyFieldMissing"),
  TIMEOUT_RENAMED("TimeoutRenamed"),
  DUPLICATE_APPROVAL("DuplicateApproval");

  private final String word;

  RefusalReason(String word) {
    this.word = word;
  }

  /** The word as the condition Accepted shows it. */
  public String word() {
    return word;
  }

  @Override
  public String toString() {
    return word;
  }
}
