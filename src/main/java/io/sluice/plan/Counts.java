package io.sluice.plan;

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
  static final Counts ZERO = new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0);

  Counts plus(Counts other) {
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

  static Counts oneToApply() {
    return new Counts(1, 1, 0, 0, 0, 0, 0, 0, 0);
  }

  static Counts oneIgnored() {
    return new Counts(1, 0, 0, 0, 0, 0, 0, 0, 1);
  }

  static Counts one(Stage stage) {
    return switch (stage) {
      case STARTED, DISPATCHED -> new Counts(1, 0, 1, 0, 0, 0, 0, 0, 0);
      case SOAKING -> new Counts(1, 0, 0, 1, 0, 0, 0, 0, 0);
      case SUCCEEDED -> new Counts(1, 0, 0, 0, 1, 0, 0, 0, 0);
      case FAILED -> new Counts(1, 0, 0, 0, 0, 1, 0, 0, 0);
      case TIMED_OUT -> new Counts(1, 0, 0, 0, 0, 0, 1, 0, 0);
      case NEW_CLUSTER -> new Counts(1, 0, 0, 0, 0, 0, 0, 1, 0);
    };
  }
}
