package io.sluice.placement.snapshot;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.placement.DecisionObject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Combines decisions into groups by their labels; without any index there is one (11.1). */
record GroupLabels(SortedMap<GroupKey, SortedSet<String>> members, Optional<String> problem) {
  static GroupLabels of(String placement, List<DecisionObject> decisions) {
    boolean indexed = decisions.stream().anyMatch(DecisionObject::indexed);
    SortedMap<GroupKey, SortedSet<String>> members = new TreeMap<>();
    for (DecisionObject decision : decisions) {
      GroupKey key =
          indexed
              ? new GroupKey(placement, decision.groupName(), decision.groupIndex().orElse(0))
              : new GroupKey(placement, "", 0);
      members
          .computeIfAbsent(key, any -> new TreeSet<>(ByteOrder.NAMES))
          .addAll(decision.clusters());
    }
    return new GroupLabels(
        members,
        !indexed || wellFormed(decisions, members.keySet())
            ? Optional.empty()
            : Optional.of(
                "Waiting for placement %s to publish all its decisions.".formatted(placement)));
  }

  /** Returns false when the labels of decisions contradict each other. */
  private static boolean wellFormed(List<DecisionObject> decisions, Set<GroupKey> keys) {
    return decisions.stream().allMatch(decision -> decision.groupIndex().isPresent())
        && keys.stream().mapToInt(GroupKey::index).distinct().count() == keys.size();
  }

  Set<GroupKey> keys() {
    return members.keySet();
  }

  /** Returns the groups that have clusters, by index. */
  List<DecisionGroup> groups() {
    return members.entrySet().stream()
        .filter(group -> !group.getValue().isEmpty())
        .map(group -> new DecisionGroup(group.getKey(), List.copyOf(group.getValue())))
        .toList();
  }
}
