package io.sluice.control.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Limits how many objects go in a minute; what is wrong can be seen and stopped meanwhile. */
public final class RemovalQuota {
  /** What a worker removes of Policies that no root stands for (policy-propagation 7). */
  public static final int PER_MINUTE = 20;

  private static final Duration WINDOW = Duration.ofMinutes(1);

  private final int most;
  private final Deque<Instant> taken = new ArrayDeque<>();

  /** Limits to that number in any minute. */
  public RemovalQuota(int most) {
    this.most = most;
  }

  /** Returns how many of these may go now, and counts them. */
  synchronized int take(int wanted, Instant now) {
    while (!taken.isEmpty() && !taken.peekFirst().plus(WINDOW).isAfter(now)) {
      taken.removeFirst();
    }
    int granted = Math.min(wanted, most - taken.size());
    for (int i = 0; i < granted; i++) {
      taken.addLast(now);
    }
    return granted;
  }

  /** Returns when the next one may go; empty where nothing was taken. */
  synchronized Optional<Instant> next() {
    return Optional.ofNullable(taken.peekFirst()).map(first -> first.plus(WINDOW));
  }
}
