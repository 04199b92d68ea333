package io.sluice.rollout.strategy;

/**
 * Counts clusters: a number, or a whole percentage of some total.
 *
 * <p>A percentage is rounded up, in integer arithmetic (rollout-strategy F6).
 */
public record Amount(long value, boolean percentage) {
  /** No cluster at all. */
  public static final Amount NONE = count(0);

  public static Amount count(long clusters) {
    return new Amount(clusters, false);
  }

  public static Amount percent(long percentage) {
    return new Amount(percentage, true);
  }

  /** The number of clusters, given the total; it may exceed the total. */
  public long of(long total) {
    // 14% of 50 -> 7; 5% of 2 -> 1; 0% of 40 -> 0; 10 of 3 -> 10
    return percentage ? (value * total + 99) / 100 : value;
  }

  /** The number of failures that are tolerated: from 0 to {@code total}. */
  public long toleranceOf(long total) {
    // 10% of 40 -> 4: four failures are tolerated, the fifth breaches; 10 of 3 -> 3
    return Math.max(0, Math.min(of(total), total));
  }

  /** The number of clusters in flight at once; {@code total} means no limit. */
  public long limitOf(long total) {
    // 4 of 10 -> 4; 25% of 10 -> 3; 0 of 10 -> 10 and 20 of 10 -> 10: no limit
    long limit = of(total);
    return limit >= 1 && limit <= total ? limit : total;
  }

  @Override
  public String toString() {
    return percentage ? value + "%" : Long.toString(value);
  }
}
