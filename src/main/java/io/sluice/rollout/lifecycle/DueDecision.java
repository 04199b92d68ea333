package io.sluice.rollout.lifecycle;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Holds whether an attempt is due.
 *
 * @param attempt the attempt to be started now
 * @param waitingFor what an attempt that is otherwise due waits for, for the Rollout's status while
 *     no run is open
 */
public record DueDecision(Optional<AttemptDue> attempt, Optional<String> waitingFor) {
  static final DueDecision NOTHING = new DueDecision(Optional.empty(), Optional.empty());

  public DueDecision {
    requireNonNull(attempt, "attempt is null");
    requireNonNull(waitingFor, "waitingFor is null");
  }

  static DueDecision now(AttemptDue attempt) {
    return new DueDecision(Optional.of(attempt), Optional.empty());
  }

  /** Returns that an attempt is due, and what it waits for. */
  public static DueDecision waiting(String waitingFor) {
    return new DueDecision(Optional.empty(), Optional.of(waitingFor));
  }
}
