package io.sluice.simulation;

import io.sluice.plan.Attempt;
import io.sluice.plan.AttemptState;
import io.sluice.plan.Observation;
import io.sluice.plan.Rules;
import io.sluice.plan.Step;
import java.time.Instant;

/** Takes the steps of attempts; tests put a wrong one in its place to see whether it is noticed. */
interface Judge {
  /** The one that the product uses. */
  Judge PRODUCT = (state, seen, now) -> Attempt.step(Rules.CURRENT, state, seen, now);

  Step step(AttemptState state, Observation seen, Instant now);
}
