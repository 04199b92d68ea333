package io.sluice.placement;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;

/**
 * Holds what a placement looks at in a ManagedCluster.
 *
 * @param claims {@code status.clusterClaims} by name
 * @param allocatable {@code cpu} in cores and {@code memory} in bytes, where reported
 * @param capacity the same
 * @param deleting whether the object has a deletion timestamp
 * @param object the whole object as a tree, for CEL
 */
public record ManagedCluster(
    String name,
    Map<String, String> labels,
    Map<String, String> claims,
    List<Taint> taints,
    Map<String, Double> allocatable,
    Map<String, Double> capacity,
    boolean deleting,
    Map<String, Object> object) {
  public ManagedCluster {
    requireNonNull(name, "name is null");
    labels = Map.copyOf(labels);
    claims = Map.copyOf(claims);
    taints = List.copyOf(taints);
    allocatable = Map.copyOf(allocatable);
    capacity = Map.copyOf(capacity);
    requireNonNull(object, "object is null");
  }
}
