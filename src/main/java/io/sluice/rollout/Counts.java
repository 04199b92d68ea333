package io.sluice.rollout;

/** Counts the clusters of a group or fleet; each is in exactly one of the last eight numbers. */
public record Counts(
    long clusters,
    long toApply,
    long progressing,
    long soaking,
    long succeeded,
    long failed,
    long timeOut,
    long newCluster,
    long ignored) {
  public static final Counts ZERO = new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0);

  public Counts plus(Counts other) {
    return new Counts(
        clusters + other.clusters,
        toApply + other.toApply,
        progressing + other.progressing,
        soaking + other.soaking,
        succeeded + other.succeeded,
        failed + other.failed,
        timeOut + other.timeOut,
        newCluster + other.newCluster,
        ignored + other.ignored);
  }
}
