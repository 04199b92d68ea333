package io.sluice.explain;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.Observation;
import io.sluice.rollout.Step;
import java.time.Instant;

/** Holds a step of an attempt with what it was planned from. */
public record PlannedStep(Instant at, Observation seen, Step step) {
  public PlannedStep {
    requireNonNull(at, "at is null");
    requireNonNull(seen, "seen is null");
    requireNonNull(step, "step is null");
  }
}
