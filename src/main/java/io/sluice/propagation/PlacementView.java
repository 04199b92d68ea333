package io.sluice.propagation;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Holds what an existing Placement or PlacementRule has decided: the union over its decisions.
 *
 * <p>A placement that does not exist has no view, whatever decisions were left behind
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
