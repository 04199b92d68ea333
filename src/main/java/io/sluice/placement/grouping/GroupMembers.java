package io.sluice.placement.grouping;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds the clusters of a group that has no index yet.
 *
 * @param name empty for an unnamed group
 */
record GroupMembers(String name, List<String> clusters) {
  GroupMembers {
    requireNonNull(name, "name is null");
    clusters = ByteOrder.sorted(clusters);
  }

  /**
   * Numbers groups from 0 in this order; those without clusters get no index, and no group at all
   * makes an empty one.
   */
  static List<DecisionGroup> numbered(String placement, List<GroupMembers> members) {
    List<DecisionGroup> groups = new ArrayList<>();
    for (GroupMembers group : members) {
      if (!group.clusters().isEmpty()) {
        groups.add(
            new DecisionGroup(
                new GroupKey(placement, group.name(), groups.size()), group.clusters()));
      }
    }
    return groups.isEmpty()
        ? List.of(new DecisionGroup(new GroupKey(placement, "", 0), List.of()))
        : groups;
  }
}
