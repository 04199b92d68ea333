package io.sluice.upkeep;

import static java.util.Objects.requireNonNull;

/**
 * Names the attempt that wants the Rollout object for itself.
 *
 * @param policyUid UID of the policy that it rolls out
 */
public record Claimant(String policyUid, String rolloutUid, long number) {
  public Claimant {
    requireNonNull(policyUid, "policyUid is null");
    requireNonNull(rolloutUid, "rolloutUID is null");
  }

  /** True when the object names this very attempt. */
  public boolean holds(RolloutRecord there) {
    return there.rolloutUid().equals(rolloutUid) && there.attempt() == number;
  }
}
