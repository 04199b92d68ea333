package io.sluice.propagation;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Holds the clusters of an existing Placement or PlacementRule: the union over its decisions.
 *
 * <p>A placement that does not exist has no view, even if decisions of it are left
 * (policy-propagation 5.1).
 */
public record PlacementView(String namespace, String kind, String name, List<String> clusters) {
  public PlacementView {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(name, "name is null");
    clusters = List.copyOf(clusters);
  }
}
