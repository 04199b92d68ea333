package io.sluice.plan.tracking;

import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Stage;
import java.time.Duration;
import java.time.Instant;

/**
 * Reads the clocks of started clusters, their soaks and deadlines (rollout-strategy 3.4), in
 * milliseconds since the epoch.
 *
 * <p>"Over" includes the exact instant.
 */
public final class ClusterTimers {
  /** The instant of what does not happen by time alone. */
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

  boolean soakOver(ClusterState entry, long at) {
    return entry.stage() == Stage.SOAKING && soakEnd(entry) <= at;
  }

  /** When the deadline of a cluster without success passes. */
  public long expiry(ClusterState entry) {
    return entry.hasClock() ? after(entry.clockStart(), deadline) : NEVER;
  }

  boolean overdue(ClusterState entry, long at) {
    return expiry(entry) <= at;
  }

  boolean overdue(ClusterState entry) {
    return overdue(entry, now);
  }

  /** When time alone changes a cluster in flight (rollout-strategy F12). */
  long nextChange(ClusterState entry) {
    if (entry.stage() == Stage.SOAKING) {
      return soakEnd(entry);
    }
    // No clock runs before the hub has answered, not even one of 0s.
    return entry.hasClock() ? expiry(entry) : after(now + 1, deadline);
  }

  /** When a refused write is tried again: the last time as its deadline passes. */
  public long retryAt(ClusterState entry) {
    long next = entry.since() + ClusterTracker.RETRY.toMillis();
    long expiry = expiry(entry);
    return expiry < next && expiry > entry.since() ? expiry : next;
  }

  private static long after(long start, long time) {
    return time == NEVER ? NEVER : start + time;
  }
}
