package io.sluice.oracle;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.GroupKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Puts groups and clusters in order, and each cluster in one group (rollout-strategy F2).
 *
 * <p>Entries of the same group are merged, and such a group counts as approved only if every entry
 * says so: a start needs certainty. A cluster found in several groups belongs to the first.
 */
final class GroupAssignment {
  private final SortedMap<GroupKey, Boolean> approvals = new TreeMap<>();
  private final Map<String, GroupKey> groups;
  private final List<String> clusters;

  GroupAssignment(List<ClusterGroup> candidates) {
    int expected = candidates.stream().mapToInt(entry -> entry.clusters().size()).sum();
    groups = new HashMap<>(expected * 2);
    for (ClusterGroup entry : candidates) {
      approvals.merge(entry.group(), entry.approved(), Boolean::logicalAnd);
      for (String cluster : entry.clusters()) {
        groups.merge(cluster, entry.group(), GroupAssignment::first);
      }
    }
    // The map serves look-ups only; its order ends here.
    clusters = new ArrayList<>(groups.keySet());
    clusters.sort(ByteOrder.NAMES);
  }

  private static GroupKey first(GroupKey one, GroupKey other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  /** Every group once, in rollout order, and whether it is approved. */
  SortedMap<GroupKey, Boolean> approvals() {
    return approvals;
  }

  /** Every cluster once, by name. */
  List<String> clusters() {
    return clusters;
  }

  boolean contains(String cluster) {
    return groups.containsKey(cluster);
  }

  GroupKey groupOf(String cluster) {
    return groups.get(cluster);
  }
}
