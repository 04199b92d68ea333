package io.sluice.hub.status;

import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities;
import io.temporal.failure.ApplicationFailure;

/** Words the failures with which a run is told that it has no say any more. */
public final class ClaimFailures {
  private ClaimFailures() {}

  public static ApplicationFailure lost(String doing, AttemptRef attempt, String why) {
    return ApplicationFailure.newNonRetryableFailure(
        "Cannot %s in attempt %d of policy %s: %s. Leave it to the attempt that follows."
            .formatted(doing, attempt.attempt(), attempt.policy(), why),
        HubActivities.CLAIM_LOST);
  }
}
