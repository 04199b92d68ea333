package io.sluice.policy.propagation;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ByteOrder;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Holds the clusters of an existing Placement or PlacementRule: the union over its decisions.
 *
 * <p>A placement that does not exist has no view, even if decisions of it are left
 * (policy-propagation 5.1).
 *
 * @param clusters in the order of {@link ByteOrder#NAMES}; shared, not copied
 */
public record PlacementView(
    String namespace, String kind, String name, SortedSet<String> clusters) {
  public PlacementView {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(name, "name is null");
    clusters = Collections.unmodifiableSortedSet(clusters);
  }

  /** Returns a view with these clusters, which may come in any order and repeatedly. */
  public static PlacementView of(
      String namespace, String kind, String name, Collection<String> clusters) {
    SortedSet<String> sorted = new TreeSet<>(ByteOrder.NAMES);
    sorted.addAll(clusters);
    return new PlacementView(namespace, kind, name, sorted);
  }
}
