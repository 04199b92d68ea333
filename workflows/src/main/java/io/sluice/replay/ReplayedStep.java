package io.sluice.replay;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.Observation;
import io.sluice.rollout.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Holds one step of an attempt, as it was planned at that instant.
 *
 * @param seen what was observed since the step before
 */
public record ReplayedStep(Instant at, Observation seen, Step step) {
  public ReplayedStep {
    requireNonNull(at, "at is null");
    requireNonNull(seen, "seen is null");
    requireNonNull(step, "step is null");
  }

  /** Returns the last of these steps that is not after the instant: how it stood then. */
  public static Optional<ReplayedStep> at(Instant instant, List<ReplayedStep> steps) {
    return steps.stream()
        .filter(each -> !each.at().isAfter(instant))
        .reduce((earlier, later) -> later);
  }
}
