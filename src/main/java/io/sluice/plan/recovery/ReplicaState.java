package io.sluice.plan.recovery;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Dispatch;
import java.util.Optional;

/**
 * Describes the replica of one cluster, as read from the hub.
 *
 * @param contentHash hash of its content; equal to the version's if it has that version
 * @param dispatch the last dispatch; absent on replicas of unstaged policies
 */
public record ReplicaState(String cluster, String contentHash, Optional<Dispatch> dispatch) {
  public ReplicaState {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(contentHash, "contentHash is null");
    requireNonNull(dispatch, "dispatch is null");
  }

  public boolean is(Dispatch.As as, String rolloutUid) {
    return dispatch
        .filter(given -> given.as() == as && given.rolloutUid().equals(rolloutUid))
        .isPresent();
  }
}
