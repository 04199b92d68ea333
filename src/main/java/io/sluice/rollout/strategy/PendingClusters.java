package io.sluice.rollout.strategy;

/** Lists what a cluster may run before its turn (rollout-strategy 1.5, 3.1). */
public enum PendingClusters {
  /** The former version, or nothing. */
  KEEP_PREVIOUS("KeepPrevious"),
  /** The new version, as inform. */
  INFORM("Inform");

  private final String label;

  PendingClusters(String label) {
    this.label = label;
  }

  /** The value as the strategy writes it. */
  public String label() {
    return label;
  }

  @Override
  public String toString() {
    return label;
  }
}
