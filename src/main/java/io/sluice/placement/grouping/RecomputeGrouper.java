package io.sluice.placement.grouping;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.placement.GroupStrategy;
import io.sluice.placement.GroupedClusters;
import java.util.ArrayList;
import java.util.List;

/**
 * Groups clusters as OCM does: by name, with nothing remembered between evaluations (placement 4).
 *
 * <p>A new name early in the alphabet moves a cluster of every later group; {@link StableGrouper}
 * moves none.
 */
public final class RecomputeGrouper {
  private RecomputeGrouper() {}

  /**
   * Returns the groups of these clusters by index, at least one, and in each the names in order.
   *
   * @param selected in any order
   */
  public static List<DecisionGroup> group(String placement, GroupedClusters selected) {
    GroupStrategy strategy = selected.strategy();
    int size = Math.toIntExact(strategy.size().limitOf(selected.size()));
    List<List<String>> taken = new ArrayList<>();
    for (int entry = 0; entry <= strategy.entries().size(); entry++) {
      taken.add(new ArrayList<>());
    }
    selected.forEach((cluster, entry) -> taken.get(entry).add(cluster.name()));
    List<GroupMembers> groups = new ArrayList<>();
    for (int entry = 0; entry < taken.size(); entry++) {
      String name = strategy.nameOf(entry);
      List<String> clusters = taken.get(entry);
      clusters.sort(ByteOrder.NAMES);
      // 10 clusters in groups of 4: 0-3, 4-7, 8-9
      for (int from = 0; from < clusters.size(); from += size) {
        groups.add(
            new GroupMembers(name, clusters.subList(from, Math.min(from + size, clusters.size()))));
      }
    }
    return GroupMembers.numbered(placement, groups);
  }
}
