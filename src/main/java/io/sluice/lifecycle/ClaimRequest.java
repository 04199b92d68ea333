package io.sluice.lifecycle;

import static java.util.Objects.requireNonNull;

/**
 * Names the attempt that wants the Rollout object for itself.
 *
 * @param policyUid UID of the policy that it rolls out
 */
public record ClaimRequest(String policyUid, String rolloutUid, long number) {
  public ClaimRequest {
    requireNonNull(policyUid, "policyUid is null");
    requireNonNull(rolloutUid, "rolloutUID is null");
  }

  /** True when the object names this very attempt. */
  public boolean holds(RolloutRecord there) {
    return there.rolloutUid().equals(rolloutUid) && there.attempt() == number;
  }
}
