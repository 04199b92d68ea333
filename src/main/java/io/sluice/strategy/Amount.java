package io.sluice.strategy;

/**
 * Counts clusters, either outright or as a whole percentage of some total.
 *
 * <p>A percentage is rounded up in integer arithmetic (rollout-strategy F6): {@code "14%"} of 50 is
 * 7, {@code "5%"} of 2 is 1.
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

  /** The number of clusters that this is of {@code total}; not limited to it. */
  public long of(long total) {
    return percentage ? (value * total + 99) / 100 : value;
  }

  /** The number as a tolerance: at least 0, at most {@code total}. */
  public long toleranceOf(long total) {
    return Math.max(0, Math.min(of(total), total));
  }

  /** The number as a limit: {@code total}, that is none, unless it lies within 1..total. */
  public long limitOf(long total) {
    long limit = of(total);
    return limit >= 1 && limit <= total ? limit : total;
  }

  @Override
  public String toString() {
    return percentage ? value + "%" : Long.toString(value);
  }
}
