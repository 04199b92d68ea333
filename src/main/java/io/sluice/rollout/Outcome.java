package io.sluice.rollout;

/** Lists how an attempt can end (rollout-strategy 1.3). Once set, an outcome never changes. */
public enum Outcome {
  SUCCEEDED("Succeeded"),
  FAILED("Failed"),
  SUPERSEDED("Superseded"),
  ABORTED("Aborted");

  private final String label;

  Outcome(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /** Returns true if the attempt closes without waiting for the clusters in flight. */
  public boolean leavesClustersBehind() {
    return this == SUPERSEDED || this == ABORTED;
  }

  @Override
  public String toString() {
    return label;
  }
}
