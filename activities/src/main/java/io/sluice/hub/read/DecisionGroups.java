package io.sluice.hub.read;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Combines the decisions of one placement into groups (placement 11.1).
 *
 * @param wellFormed false when their labels contradict each other
 */
record DecisionGroups(List<DecisionGroup> groups, List<GroupKey> keys, boolean wellFormed) {
  static DecisionGroups of(String placement, List<PlacementDecision> decisions) {
    if (decisions.stream().allMatch(decision -> decision.index().isEmpty())) {
      return grouped(
          decisions.stream().map(d -> new Page(new GroupKey(placement, "", 0), d)).toList());
    }
    boolean readable = decisions.stream().allMatch(decision -> decision.number().isPresent());
    List<Page> pages =
        decisions.stream()
            .map(d -> new Page(new GroupKey(placement, d.group(), d.number().orElse(0)), d))
            .toList();
    DecisionGroups groups = grouped(pages);
    long indexes = groups.keys.stream().mapToInt(GroupKey::index).distinct().count();
    return new DecisionGroups(
        groups.groups, groups.keys, readable && indexes == groups.keys.size());
  }

  private static DecisionGroups grouped(List<Page> pages) {
    TreeMap<GroupKey, SortedSet<String>> clusters = new TreeMap<>();
    pages.forEach(
        page ->
            clusters
                .computeIfAbsent(page.key, key -> new TreeSet<>(ByteOrder.NAMES))
                .addAll(page.decision.clusters()));
    List<DecisionGroup> groups =
        clusters.entrySet().stream()
            .filter(group -> !group.getValue().isEmpty())
            .map(group -> new DecisionGroup(group.getKey(), List.copyOf(group.getValue())))
            .toList();
    return new DecisionGroups(groups, List.copyOf(clusters.keySet()), true);
  }

  private record Page(GroupKey key, PlacementDecision decision) {}
}
