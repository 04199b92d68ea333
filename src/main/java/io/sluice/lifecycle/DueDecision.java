package io.sluice.lifecycle;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Answers whether an attempt is due.
 *
 * @param attempt the attempt to be started now
 * @param waitingFor what keeps it from being started, as the Rollout's status is to say it; told
 *     only where an attempt would be due otherwise, and by the keeper only while no run is open
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

  static DueDecision waiting(String waitingFor) {
    return new DueDecision(Optional.empty(), Optional.of(waitingFor));
  }
}
