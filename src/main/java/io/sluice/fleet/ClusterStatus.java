package io.sluice.fleet;

/** Lists OCM's statuses of a cluster in a rollout (rollout-strategy 1.2). */
public enum ClusterStatus {
  TO_APPLY("ToApply"),
  PROGRESSING("Progressing"),
  SUCCEEDED("Succeeded"),
  FAILED("Failed"),
  TIME_OUT("TimeOut"),
  NEW_CLUSTER("NewCluster"),
  SKIP("Skip");

  private final String label;

  ClusterStatus(String label) {
    this.label = label;
  }

  /** The status as {@code rolloutStatus} fields write it. */
  public String label() {
    return label;
  }

  /** Returns whether a {@code rolloutStatus} field of that text reports a failure. */
  public static boolean failure(String label) {
    return label.equals(FAILED.label) || label.equals(TIME_OUT.label);
  }

  @Override
  public String toString() {
    return label;
  }
}
