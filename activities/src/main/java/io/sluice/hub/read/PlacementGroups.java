package io.sluice.hub.read;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.placement.snapshot.PlacementSnapshot;
import io.sluice.rollout.strategy.DeclaredGroups;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds the decision groups of all placements that are bound to one policy.
 *
 * @param placements in rollout order
 * @param undecided why none of them may be acted on
 */
record PlacementGroups(List<PlacementSnapshot> placements, Optional<String> undecided) {
  PlacementGroups {
    placements = List.copyOf(placements);
  }

  /** Returns which placement has not published all its decisions; empty when all have. */
  Optional<String> incoherent() {
    return placements.stream()
        .flatMap(placement -> placement.problem().stream())
        .findFirst()
        .or(() -> undecided);
  }

  /** Returns which placement has no status at all. */
  Optional<String> missing() {
    return placements.stream().flatMap(placement -> placement.missing().stream()).findFirst();
  }

  /** Returns why a placement cannot choose clusters, as its controller says. */
  Optional<String> unsatisfied() {
    return placements.stream().flatMap(placement -> placement.unsatisfied().stream()).findFirst();
  }

  /** Every group that a placement declares, those without clusters included. */
  List<GroupKey> keys() {
    return placements.stream()
        .flatMap(placement -> placement.declared().stream())
        .distinct()
        .toList();
  }

  /** The groups that settings may name; unknown until all placements have published theirs. */
  DeclaredGroups declared() {
    return incoherent().isPresent()
        ? new DeclaredGroups(Optional.empty(), placements.size())
        : DeclaredGroups.of(keys(), placements.size());
  }

  /** Every group that has clusters. */
  List<DecisionGroup> all() {
    return placements.stream().flatMap(placement -> placement.groups().stream()).toList();
  }

  /** The explicit group sizes in clusters. */
  List<Long> clustersPerGroup() {
    return placements.stream().flatMap(placement -> placement.clustersPerGroup().stream()).toList();
  }

  /** The groups of these clusters; a cluster in several groups belongs to the first (F2). */
  List<DecisionGroup> of(Set<String> clusters) {
    Set<String> taken = new HashSet<>();
    Map<GroupKey, List<String>> groups = new LinkedHashMap<>();
    for (DecisionGroup group : all()) {
      List<String> members =
          group.clusters().stream().filter(clusters::contains).filter(taken::add).toList();
      if (!members.isEmpty()) {
        // Two bindings may have the same placement, of which one is as it was.
        groups.computeIfAbsent(group.key(), key -> new ArrayList<>()).addAll(members);
      }
    }
    return groups.entrySet().stream()
        .map(group -> new DecisionGroup(group.getKey(), group.getValue()))
        .toList();
  }
}
