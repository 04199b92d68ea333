package io.sluice.pace;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Says when something may be done again: not before an interval has passed since it was done last.
 *
 * <p>The interval is always the same, or grows by doubling, or is a multiple of what it costs to
 * do. If the least interval is longer than the longest, the longest counts.
 *
 * @param least the shortest interval
 * @param longest the longest interval
 * @param next when it may be done again
 */
public record Pace(Duration least, Duration longest, Instant next) {
  /** After this many doublings any interval is longer than one that is of use. */
  private static final int MOST_DOUBLINGS = 30;

  public Pace {
    requireNonNull(least, "least is null");
    requireNonNull(longest, "longest is null");
    requireNonNull(next, "next is null");
  }

  /** Returns the pace of what was not done yet, with intervals between these. */
  public static Pace between(Duration least, Duration longest) {
    return new Pace(least, longest, Instant.MIN);
  }

  /** Returns the pace of what was not done yet, with one interval. */
  public static Pace every(Duration interval) {
    return between(interval, interval);
  }

  /** Returns when it may be done again; empty: now. */
  public Optional<Instant> later(Instant now) {
    return Optional.of(next).filter(now::isBefore);
  }

  /** Returns the pace after it was done, with that interval from then on. */
  public Pace done(Instant at, Duration interval) {
    return new Pace(least, longest, at.plus(interval));
  }

  /** Returns the pace after it was done, with the least interval from then on. */
  public Pace done(Instant at) {
    return done(at, within(least));
  }

  /** Returns the least interval, doubled this many times: 1 s, 2 s, 4 s, up to the longest. */
  public Duration doubled(int times) {
    return within(least.multipliedBy(1L << Math.max(0, Math.min(times, MOST_DOUBLINGS))));
  }

  /**
   * Returns the interval with which something of that cost takes one part in this many of the time.
   */
  public Duration share(Duration cost, int parts) {
    // One part in 20: 100 ms -> 2 s.
    return within(cost.multipliedBy(parts));
  }

  private Duration within(Duration interval) {
    Duration longer = interval.compareTo(least) > 0 ? interval : least;
    return longer.compareTo(longest) < 0 ? longer : longest;
  }
}
