package io.sluice.placement.selection;

import static java.util.Objects.requireNonNull;

import io.sluice.placement.ManagedCluster;

/**
 * Holds how the choice of clusters ended for one of them.
 *
 * @param predicate index of the predicate that matches; -1: none matches, or there is none
 * @param taints what its taints did; passed, where they were not looked at
 */
public record ScheduledCluster(
    ManagedCluster cluster, SelectionStage stage, int predicate, TaintCheck taints) {
  public ScheduledCluster {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(stage, "stage is null");
    requireNonNull(taints, "taints is null");
  }
}
