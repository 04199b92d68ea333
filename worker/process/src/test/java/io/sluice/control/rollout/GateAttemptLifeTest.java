package io.sluice.control.rollout;

import io.sluice.rollout.lifecycle.StagingWay;

/** Runs the life of attempts of a policy behind the gate. */
class GateAttemptLifeTest extends AttemptLifeContract {
  @Override
  protected AttemptLife life() {
    return new PolicyLife(StagingWay.GATE);
  }
}
