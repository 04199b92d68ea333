package io.sluice.hub.client;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.JsonTree;
import java.util.Optional;
import java.util.Set;

/** Reads from a ManagedCluster whether its cluster is reachable (rollout-strategy E4, E7, 3.7). */
public final class Reachability {
  private static final String AVAILABLE = "ManagedClusterConditionAvailable";

  private static final Set<String> TAINTS =
      Set.of(
          "cluster.open-cluster-management.io/unreachable",
          "cluster.open-cluster-management.io/unavailable");

  private Reachability() {}

  /**
   * Returns true unless the ManagedCluster exists, is Available and has no taint that denies it.
   */
  public static boolean unreachable(Optional<GenericKubernetesResource> managedCluster) {
    return managedCluster
        .filter(cluster -> !tainted(cluster))
        .map(cluster -> HubObjects.part(cluster, "status"))
        .map(status -> JsonTree.maps(status, "conditions"))
        .filter(
            conditions ->
                conditions.stream()
                    .anyMatch(
                        c -> AVAILABLE.equals(c.get("type")) && "True".equals(c.get("status"))))
        .isEmpty();
  }

  /**
   * Returns true if the ManagedCluster says that its cluster is not available; one without the
   * condition says nothing.
   */
  public static boolean denied(GenericKubernetesResource managedCluster) {
    return tainted(managedCluster)
        || JsonTree.maps(HubObjects.part(managedCluster, "status"), "conditions").stream()
            .anyMatch(c -> AVAILABLE.equals(c.get("type")) && !"True".equals(c.get("status")));
  }

  private static boolean tainted(GenericKubernetesResource cluster) {
    return JsonTree.maps(HubObjects.part(cluster, "spec"), "taints").stream()
        .flatMap(taint -> JsonTree.text(taint, "key").stream())
        .anyMatch(TAINTS::contains);
  }
}
