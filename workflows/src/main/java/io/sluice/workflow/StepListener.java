package io.sluice.workflow;

import io.sluice.rollout.Observation;
import io.sluice.rollout.Step;
import java.time.Instant;

/**
 * Receives each step of a run with what it was planned from.
 *
 * <p>It is called in workflow code, so it only keeps what it is given. Workers have none; {@code
 * io.sluice.replay} listens to the steps of histories.
 */
@FunctionalInterface
public interface StepListener {
  StepListener NONE = (at, seen, step) -> {};

  void stepped(Instant at, Observation seen, Step step);
}
