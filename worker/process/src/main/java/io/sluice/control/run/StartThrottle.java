package io.sluice.control.run;

import io.sluice.pace.Pace;
import io.sluice.policy.RolloutTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Spaces the starts of an attempt until one of its runs has claimed the Rollout object
 * (rollout-strategy 3.2, "Due").
 *
 * <p>No event on the hub shows that a run ended before its claim, or that a former run has closed,
 * so an attempt that is due is started again and again: Temporal refuses that while a run is open.
 */
public final class StartThrottle {
  private static final Pace POLLS = Pace.between(Duration.ofSeconds(1), Duration.ofSeconds(15));
  private static final Pace STARTS = Pace.between(Duration.ofSeconds(1), Duration.ofMinutes(5));
  private static final int QUICK_POLLS = 5;

  private final Map<RolloutTarget, Starts> pending = new ConcurrentHashMap<>();

  /**
   * The starts of one attempt.
   *
   * @param attempt identifies the attempt, and what it rolls out
   * @param refused how often a run was open already, since the last start
   * @param started how many runs were started
   * @param pace when the next start may be
   */
  private record Starts(String attempt, int refused, int started, Pace pace) {}

  /** When the attempt may be started again; empty for at once. */
  public Optional<Instant> waitUntil(RolloutTarget policy, String attempt, Instant now) {
    return known(policy, attempt).flatMap(starts -> starts.pace().later(now));
  }

  /** Returns whether a run of the attempt was started that has not claimed. */
  public boolean startedBefore(RolloutTarget policy, String attempt) {
    return known(policy, attempt).filter(starts -> starts.started() > 0).isPresent();
  }

  /** Records a start, and returns when to try the next. */
  public Instant tried(RolloutTarget policy, String attempt, boolean started, Instant now) {
    Starts before = known(policy, attempt).orElseGet(() -> new Starts(attempt, 0, 0, STARTS));
    Starts tried =
        started
            ? new Starts(
                attempt,
                0,
                before.started() + 1,
                STARTS.done(now, STARTS.doubled(before.started())))
            : new Starts(
                attempt,
                before.refused() + 1,
                before.started(),
                POLLS.done(now, POLLS.doubled(before.refused() - QUICK_POLLS)));
    pending.put(policy, tried);
    return tried.pace().next();
  }

  private Optional<Starts> known(RolloutTarget policy, String attempt) {
    return Optional.ofNullable(pending.get(policy))
        .filter(starts -> starts.attempt().equals(attempt));
  }

  public void forget(RolloutTarget policy) {
    pending.remove(policy);
  }
}
