package io.sluice.rollout;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Dispatch;
import java.util.Optional;

/**
 * Says what one cluster holds, as its replica on the hub shows it.
 *
 * @param contentHash hash of what it carries; the version's own where it carries that version
 * @param dispatch what it was given; absent on replicas of unstaged policies
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
