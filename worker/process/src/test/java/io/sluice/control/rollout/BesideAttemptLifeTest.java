package io.sluice.control.rollout;

import io.sluice.rollout.lifecycle.StagingWay;

/** Runs the life of attempts of a policy beside OCM's propagator. */
class BesideAttemptLifeTest extends AttemptLifeContract {
  @Override
  protected AttemptLife life() {
    return new PolicyLife(StagingWay.OVERRIDE);
  }
}
