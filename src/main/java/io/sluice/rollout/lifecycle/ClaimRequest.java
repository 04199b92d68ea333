package io.sluice.rollout.lifecycle;

import static java.util.Objects.requireNonNull;

/**
 * Names an attempt that claims the Rollout object.
 *
 * @param policyUid UID of the policy that it rolls out
 */
public record ClaimRequest(String policyUid, String rolloutUid, long number) {
  public ClaimRequest {
    requireNonNull(policyUid, "policyUid is null");
    requireNonNull(rolloutUid, "rolloutUID is null");
  }

  /** True when the object names this attempt. */
  public boolean holds(RolloutRecord there) {
    return there.rolloutUid().equals(rolloutUid) && there.attempt() == number;
  }
}
