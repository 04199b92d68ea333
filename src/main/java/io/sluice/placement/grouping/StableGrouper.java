package io.sluice.placement.grouping;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.GroupStrategy;
import io.sluice.placement.GroupedClusters;
import io.sluice.placement.NamedGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Groups clusters so that members never move: a newcomer fills the last group of its family, then
 * earlier ones that have room, and only then opens a new group (placement 5).
 *
 * <p>A family is all groups of one name. The published objects are the only memory: without any,
 * and with no name given twice, the result is that of {@link RecomputeGrouper}.
 */
public final class StableGrouper {
  private StableGrouper() {}

  /**
   * Returns the groups of these clusters by index, at least one, and in each the names in order.
   *
   * @param selected in any order
   * @param published the Placement's own objects on the hub, in any order
   */
  public static List<DecisionGroup> group(
      String placement, GroupedClusters selected, List<DecisionObject> published) {
    GroupStrategy strategy = selected.strategy();
    int capacity = Math.toIntExact(strategy.size().limitOf(selected.size()));
    Map<String, Family> families = families(strategy);
    Map<String, String> newcomers = new HashMap<>(2 * selected.size());
    selected.forEach((cluster, entry) -> newcomers.put(cluster.name(), strategy.nameOf(entry)));
    for (GroupMembers group : PublishedGroups.of(published, newcomers::get)) {
      List<String> kept = new ArrayList<>(group.clusters().size() + 1);
      for (String cluster : group.clusters()) {
        if (newcomers.remove(cluster, group.name())) {
          kept.add(cluster);
        }
      }
      if (!kept.isEmpty()) {
        families.get(group.name()).keep(kept);
      }
    }
    newcomers.keySet().stream()
        .sorted(ByteOrder.NAMES)
        .forEach(cluster -> families.get(newcomers.get(cluster)).admit(cluster, capacity));
    return GroupMembers.numbered(
        placement, families.values().stream().flatMap(family -> family.groups().stream()).toList());
  }

  /** Returns the families in the order of their first entries, the unnamed one last. */
  private static Map<String, Family> families(GroupStrategy strategy) {
    Map<String, Family> families = new LinkedHashMap<>();
    for (NamedGroup entry : strategy.entries()) {
      families.computeIfAbsent(entry.name(), Family::new);
    }
    families.put("", new Family(""));
    return families;
  }

  /** Holds the groups of one name while newcomers come in. */
  private static final class Family {
    private final String name;
    private final List<List<String>> groups = new ArrayList<>();

    /** The last group that may have room; all behind it are full. */
    private int open = -1;

    Family(String name) {
      this.name = name;
    }

    void keep(List<String> members) {
      groups.add(members);
      open = groups.size() - 1;
    }

    void admit(String newcomer, int capacity) {
      while (open >= 0 && groups.get(open).size() >= capacity) {
        open--;
      }
      if (open < 0) {
        keep(new ArrayList<>());
      }
      groups.get(open).add(newcomer);
    }

    List<GroupMembers> groups() {
      return groups.stream().map(members -> new GroupMembers(name, members)).toList();
    }
  }
}
