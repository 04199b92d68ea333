package io.sluice.placement.selection;

import static java.util.stream.Collectors.joining;

import io.sluice.fleet.ByteOrder;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ManagedClusterSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Holds the cluster sets that a Placement may take clusters from, whose members are its pool
 * (placement 3.1).
 *
 * @param bound names of the sets that exist and are bound to the Placement's namespace, by name
 * @param sets those of them that {@code spec.clusterSets} does not leave out, by name
 */
public record EligibleSets(List<String> bound, List<ManagedClusterSet> sets) {
  private static final String SET_LABEL = "cluster.open-cluster-management.io/clusterset";
  private static final String EXCLUSIVE = "ExclusiveClusterSetLabel";
  private static final String LABEL_SELECTOR = "LabelSelector";

  public EligibleSets {
    bound = List.copyOf(bound);
    sets = List.copyOf(sets);
  }

  /**
   * Intersects sets, bindings and the Placement's choice.
   *
   * @param bindings the names of the bindings in the Placement's namespace
   * @param clusterSets {@code spec.clusterSets}; empty: all bound sets
   */
  public static EligibleSets of(
      Collection<ManagedClusterSet> sets,
      Collection<String> bindings,
      Collection<String> clusterSets) {
    Set<String> boundNames = Set.copyOf(bindings);
    Set<String> wanted = Set.copyOf(clusterSets);
    List<ManagedClusterSet> bound =
        sets.stream()
            .filter(set -> boundNames.contains(set.name()))
            .sorted(Comparator.comparing(ManagedClusterSet::name, ByteOrder.NAMES))
            .toList();
    return new EligibleSets(
        bound.stream().map(ManagedClusterSet::name).toList(),
        bound.stream().filter(set -> wanted.isEmpty() || wanted.contains(set.name())).toList());
  }

  /** Returns what is wrong with a set on the hub, so that the pool is not known. */
  public Optional<String> error() {
    String wrong =
        sets.stream()
            .filter(set -> !exclusive(set) && !set.selectorType().equals(LABEL_SELECTOR))
            .map(set -> "ManagedClusterSet %s has \"%s\"".formatted(set.name(), set.selectorType()))
            .collect(joining(", "));
    return wrong.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "its selector type is unknown: %s. Use %s or %s."
                .formatted(wrong, EXCLUSIVE, LABEL_SELECTOR));
  }

  /** Returns the first set, by name, that a cluster is a member of. */
  public Optional<String> setOf(ManagedCluster cluster) {
    for (ManagedClusterSet set : sets) {
      if (member(cluster, set)) {
        return Optional.of(set.name());
      }
    }
    return Optional.empty();
  }

  /** Returns whether a cluster is in the pool: a member of a set, and not being deleted. */
  public boolean pools(ManagedCluster cluster) {
    return !cluster.deleting() && anyOf(cluster);
  }

  /** Returns whether a cluster is a member of a set. */
  boolean anyOf(ManagedCluster cluster) {
    for (ManagedClusterSet set : sets) {
      if (member(cluster, set)) {
        return true;
      }
    }
    return false;
  }

  private static boolean member(ManagedCluster cluster, ManagedClusterSet set) {
    return exclusive(set)
        ? set.name().equals(cluster.labels().get(SET_LABEL))
        : set.labelSelector().isPresent() && set.labelSelector().get().matches(cluster.labels());
  }

  private static boolean exclusive(ManagedClusterSet set) {
    return set.selectorType().isEmpty() || set.selectorType().equals(EXCLUSIVE);
  }
}
