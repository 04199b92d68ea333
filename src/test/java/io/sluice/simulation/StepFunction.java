package io.sluice.simulation;

import io.sluice.plan.RolloutPlanner;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Step;
import java.time.Instant;

/** Takes the steps of attempts; tests put a wrong one in its place to see whether it is noticed. */
interface StepFunction {
  /** The one that the product uses. */
  StepFunction PRODUCT = (state, seen, now) -> RolloutPlanner.step(Rules.CURRENT, state, seen, now);

  Step step(AttemptState state, Observation seen, Instant now);
}
