package io.sluice.control.run;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.Reachability;
import java.util.Optional;

/** Lists what may have become of a cluster that nothing selects (rollout-strategy 3.7). */
public enum Presence {
  AVAILABLE,
  /** It has a ManagedCluster that is not available. */
  OUT_OF_REACH,
  /** It has no ManagedCluster. */
  GONE;

  /** Reads it from the ManagedCluster. */
  public static Presence of(Optional<GenericKubernetesResource> managedCluster) {
    if (managedCluster.isEmpty()) {
      return GONE;
    }
    return Reachability.unreachable(managedCluster) ? OUT_OF_REACH : AVAILABLE;
  }
}
