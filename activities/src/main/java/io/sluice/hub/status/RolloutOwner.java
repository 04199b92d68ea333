package io.sluice.hub.status;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.OwnerReferences;

/**
 * Decides which policy a Rollout object may belong to.
 *
 * <p>One that a former policy of that name owns counts as absent (rollout-strategy 5, "Deletion").
 * Without any status it was restored from a backup with the owner of before: it belongs to the
 * restored policy, as its spec does.
 */
public final class RolloutOwner {
  private RolloutOwner() {}

  /** Returns false if the object belongs to another policy than the one with that UID. */
  public static boolean mayBe(GenericKubernetesResource rollout, String policyUid) {
    return OwnerReferences.mayBe(rollout, policyUid) || RolloutStatusTree.status(rollout).isEmpty();
  }
}
