package io.sluice.simulation;

import io.sluice.plan.RolloutPlanner;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Step;
import java.time.Instant;

/** Takes the steps of attempts; tests replace it with a faulty one. */
interface StepFunction {
  /** The planner of the product. */
  StepFunction PRODUCT = (state, seen, now) -> RolloutPlanner.step(Rules.CURRENT, state, seen, now);

  Step step(AttemptState state, Observation seen, Instant now);
}
