package io.sluice.hub.client;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.JsonTree;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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
        .filter(cluster -> available(cluster).anyMatch("True"::equals))
        .isEmpty();
  }

  /**
   * Returns true if the ManagedCluster says that its cluster is not available; one without the
   * condition says nothing.
   */
  public static boolean denied(GenericKubernetesResource managedCluster) {
    return tainted(managedCluster)
        || available(managedCluster).anyMatch(status -> !"True".equals(status));
  }

  /** Returns the status of the condition, if there is one. */
  private static Stream<Object> available(GenericKubernetesResource cluster) {
    return JsonTree.maps(HubObjects.part(cluster, "status"), "conditions").stream()
        .filter(condition -> AVAILABLE.equals(condition.get("type")))
        .map(condition -> condition.get("status"));
  }

  private static boolean tainted(GenericKubernetesResource cluster) {
    return JsonTree.maps(HubObjects.part(cluster, "spec"), "taints").stream()
        .flatMap(taint -> JsonTree.text(taint, "key").stream())
        .anyMatch(TAINTS::contains);
  }
}
