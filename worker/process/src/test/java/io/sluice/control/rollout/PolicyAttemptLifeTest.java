package io.sluice.control.rollout;

import io.sluice.rollout.lifecycle.StagingWay;

/** Runs the life of attempts of a policy whose replicas Sluice writes. */
class PolicyAttemptLifeTest extends AttemptLifeContract {
  @Override
  protected AttemptLife life() {
    return new PolicyLife(StagingWay.STANDALONE);
  }
}
