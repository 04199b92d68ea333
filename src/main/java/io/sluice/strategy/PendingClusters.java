package io.sluice.strategy;

/** Says what a cluster runs until its turn comes (rollout-strategy 1.5, 3.1). */
public enum PendingClusters {
  /** It keeps the version it had, or nothing. */
  KEEP_PREVIOUS("KeepPrevious"),
  /** It has the new version, as inform. */
  INFORM("Inform");

  private final String word;

  PendingClusters(String word) {
    this.word = word;
  }

  /** The word as the strategy writes it. */
  public String word() {
    return word;
  }

  @Override
  public String toString() {
    return word;
  }
}
