package io.sluice.rollout.strategy;

/** Lists the ways in which a change can travel through a fleet (rollout-strategy 1.5). */
public enum StrategyType {
  ALL("All", "all"),
  PROGRESSIVE("Progressive", "progressive"),
  PROGRESSIVE_PER_GROUP("ProgressivePerGroup", "progressivePerGroup"),
  MANUAL_PER_GROUP("manualPerGroup", "manualPerGroup");

  private final String label;
  private final String field;

  StrategyType(String label, String field) {
    this.label = label;
    this.field = field;
  }

  /** The type as statuses print it. */
  public String label() {
    return label;
  }

  /** The field of the strategy that holds this type's settings. */
  public String field() {
    return field;
  }

  @Override
  public String toString() {
    return label;
  }
}
