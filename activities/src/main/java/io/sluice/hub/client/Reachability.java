package io.sluice.hub.client;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.JsonTree;
import java.util.Optional;

/** Reads from a ManagedCluster whether its cluster is reachable (rollout-strategy E4 and E7). */
public final class Reachability {
  private static final String AVAILABLE = "ManagedClusterConditionAvailable";

  private Reachability() {}

  /** Returns true unless the ManagedCluster exists and is Available. */
  public static boolean unreachable(Optional<GenericKubernetesResource> managedCluster) {
    return managedCluster
        .map(cluster -> HubObjects.part(cluster, "status"))
        .map(status -> JsonTree.maps(status, "conditions"))
        .filter(
            conditions ->
                conditions.stream()
                    .anyMatch(
                        c -> AVAILABLE.equals(c.get("type")) && "True".equals(c.get("status"))))
        .isEmpty();
  }
}
