package io.sluice.upkeep;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Answers whether an attempt is due.
 *
 * @param attempt the attempt to be started now
 * @param waitingFor what keeps it from being started, as the Rollout's status is to say it; told
 *     only where an attempt would be due otherwise, and by the keeper only while no run is open
 */
public record Due(Optional<AttemptDue> attempt, Optional<String> waitingFor) {
  static final Due NOTHING = new Due(Optional.empty(), Optional.empty());

  public Due {
    requireNonNull(attempt, "attempt is null");
    requireNonNull(waitingFor, "waitingFor is null");
  }

  static Due now(AttemptDue attempt) {
    return new Due(Optional.of(attempt), Optional.empty());
  }

  static Due waiting(String waitingFor) {
    return new Due(Optional.empty(), Optional.of(waitingFor));
  }
}
