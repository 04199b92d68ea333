package io.sluice.control.placement;

import static java.util.Objects.requireNonNull;

import io.sluice.control.placement.ParsedObjects.Listed;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ManagedClusterSet;
import java.util.List;

/**
 * Holds the clusters of the hub, and what decides which of them a namespace may use.
 *
 * @param bindings the names of the ManagedClusterSetBindings in the namespace
 */
record FleetInput(
    Listed<ManagedCluster> clusters, Listed<ManagedClusterSet> sets, List<String> bindings) {
  FleetInput {
    requireNonNull(clusters, "clusters is null");
    requireNonNull(sets, "sets is null");
    bindings = List.copyOf(bindings);
  }

  /** Tells one fleet from another, and does not hold the clusters. */
  record Version(long clusters, long sets, List<String> bindings) {}

  Version version() {
    return new Version(clusters.version(), sets.version(), bindings);
  }
}
