package io.sluice.policy.evidence;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;

/**
 * Decides whether a replica carries a version, however its policy sets are rendered today
 * (rollout-strategy E3, policy-propagation 8.5).
 *
 * @param version its hash is that of what its author wrote
 * @param today the hash of its spec as it is rendered for the cluster now
 * @param rendersSets whether it depends on policy sets
 */
public record CarriedVersion(PolicyVersion version, String today, boolean rendersSets) {
  public CarriedVersion {
    requireNonNull(version, "version is null");
    requireNonNull(today, "today is null");
  }

  /** Returns the hash for the rollout: the version's, if the replica carries the version. */
  public String hashOf(Replica replica) {
    boolean carried =
        replica.contentHash().equals(version.contentHash()) || replica.contentHash().equals(today);
    return carried ? version.contentHash() : replica.contentHash();
  }

  /**
   * Returns the same for a replica that this attempt has dispatched: until it is rendered with the
   * sets of today, it carries the version as that write rendered it.
   */
  public String hashOf(Replica replica, String rolloutUid) {
    return wrote(replica, rolloutUid) ? version.contentHash() : hashOf(replica);
  }

  /** Returns whether what the replica carries is what the attempt wrote for this version. */
  public boolean wrote(Replica replica, String rolloutUid) {
    return rendersSets
        && replica
            .dispatch()
            .filter(dispatch -> dispatch.rolloutUid().equals(rolloutUid))
            .filter(dispatch -> dispatch.as() == Dispatch.As.DISPATCHED)
            .filter(dispatch -> dispatch.generation() == version.generation())
            .filter(dispatch -> dispatch.content().equals(replica.contentHash()))
            .isPresent();
  }
}
