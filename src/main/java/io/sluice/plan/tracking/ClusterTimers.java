package io.sluice.plan.tracking;

import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Calculates when soaks and deadlines of started clusters end (rollout-strategy 3.4), in
 * milliseconds since the epoch.
 *
 * <p>"Over" includes the exact instant. With {@code progressDeadline} 10m and {@code
 * minSuccessTime} 2m:
 *
 * <pre>
 * 10:00 dispatched            deadline 10:10
 * 10:03 positive report       soak ends 10:05
 * 10:04 negative report       soak discarded, deadline still 10:10
 * 10:09 positive report       soak ends 10:11: no deadline applies to a soak
 * 10:10 negative report       failed at once: its deadline is over
 * </pre>
 *
 * <p>If its cluster is not Available at 10:11, it goes on soaking, until 10:21 at most.
 */
public final class ClusterTimers {
  /** The end of what does not end by time alone. */
  public static final long NEVER = Long.MAX_VALUE;

  private final long now;
  private final long soak;
  private final long weakSoak;
  private final long deadline;

  public ClusterTimers(AttemptSpec spec, Instant now) {
    this.now = now.toEpochMilli();
    this.soak = spec.soak(false).toMillis();
    this.weakSoak = spec.soak(true).toMillis();
    this.deadline = spec.strategy().progressDeadline().map(Duration::toMillis).orElse(NEVER);
  }

  public long now() {
    return now;
  }

  public boolean over(long instant) {
    return instant <= now;
  }

  public long soakEnd(ClusterState entry) {
    return entry.since() + (entry.is(ClusterFlag.WEAK) ? weakSoak : soak);
  }

  /**
   * Returns whether a soak ends for good. It is observed time: one whose cluster is not Available
   * goes on, or a version that cuts its cluster off would pass by silence.
   */
  boolean soakOver(ClusterState entry, long at) {
    return entry.stage() == Stage.SOAKING && soakEnd(entry) <= at && !waitsForConfirmation(entry);
  }

  /** True for a cluster whose soak does not end by time; without any soak nothing is observed. */
  private boolean waitsForConfirmation(ClusterState entry) {
    return entry.stage() == Stage.SOAKING
        && entry.is(ClusterFlag.UNCONFIRMED)
        && soakEnd(entry) > entry.since();
  }

  /** True for a cluster whose soak is over but for its confirmation. */
  public boolean overstays(ClusterState entry) {
    return waitsForConfirmation(entry) && over(soakEnd(entry));
  }

  /**
   * Returns when the deadline of a cluster passes: without success since its dispatch, and where it
   * is not Available as its soak ends, since then. None passes while OCM's propagator does not
   * follow: the cluster knows nothing of the version yet.
   */
  public long expiry(ClusterState entry) {
    if (waitsForConfirmation(entry)) {
      return after(soakEnd(entry), deadline);
    }
    return entry.hasClock() ? after(entry.clockStart(), deadline) : NEVER;
  }

  boolean overdue(ClusterState entry, long at) {
    return expiry(entry) <= at;
  }

  boolean overdue(ClusterState entry) {
    return overdue(entry, now);
  }

  /** Returns when the soak of a cluster ends; empty where it is in none. */
  public Optional<Instant> soakUntil(ClusterState entry) {
    return entry.stage() == Stage.SOAKING
        ? Optional.of(Instant.ofEpochMilli(soakEnd(entry)))
        : Optional.empty();
  }

  /** Returns when a cluster fails without a success; empty where no deadline runs. */
  public Optional<Instant> deadline(ClusterState entry) {
    return expiry(entry) == NEVER
        ? Optional.empty()
        : Optional.of(Instant.ofEpochMilli(expiry(entry)));
  }

  /** Returns when time alone changes a cluster in flight (rollout-strategy F12). */
  long nextChange(ClusterState entry) {
    if (entry.stage() == Stage.SOAKING && !over(soakEnd(entry))) {
      return soakEnd(entry);
    }
    // No deadline runs before the hub has answered, not even one of 0s.
    return expiry(entry);
  }

  /**
   * Returns when a write that is still to be made is requested again: at once where a replica is
   * gone; a refused one the last time as its deadline passes.
   */
  public long retryAt(ClusterState entry) {
    if (entry.stage() != Stage.STARTED || entry.is(ClusterFlag.NOT_TRIED)) {
      return entry.is(ClusterFlag.NOT_TRIED) ? 0 : entry.next();
    }
    if (entry.refused() == 0) {
      return entry.next() == 0
          ? entry.since() + ClusterTracker.UNANSWERED.toMillis()
          : entry.next();
    }
    long next = entry.next() == 0 ? entry.since() + ClusterTracker.RETRY.toMillis() : entry.next();
    long expiry = expiry(entry);
    return expiry < next && expiry > entry.since() ? expiry : next;
  }

  /** Returns when a request made now is made again if it has no answer. */
  long unanswered() {
    return now + ClusterTracker.UNANSWERED.toMillis();
  }

  /** Returns the state with the mark that it was observed past its deadline, if it was. */
  ClusterState observed(ClusterState entry, long at) {
    return overdue(entry, at) ? entry.with(ClusterFlag.OBSERVED) : entry;
  }

  /** Returns the instant, but none before the earliest and none ahead. */
  long clamp(long at, long earliest) {
    return at > now ? now : Math.max(at, earliest);
  }

  private static long after(long start, long time) {
    return time == NEVER ? NEVER : start + time;
  }
}
