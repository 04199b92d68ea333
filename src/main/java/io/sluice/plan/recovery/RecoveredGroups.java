package io.sluice.plan.recovery;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.fleet.GroupPlace;
import io.sluice.rollout.FleetView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the groups of a recovered attempt, and the members of each. */
final class RecoveredGroups {
  private final FleetView fleet;
  private final Map<String, GroupKey> members;
  private final List<GroupKey> order = new ArrayList<>();
  private final Map<GroupKey, Integer> indexes = new HashMap<>();
  private final Map<GroupKey, GroupKey> placed = new HashMap<>();
  private boolean moved;

  RecoveredGroups(FleetView fleet) {
    this.fleet = fleet;
    this.members = members(fleet);
  }

  private static Map<String, GroupKey> members(FleetView fleet) {
    Map<String, GroupKey> members = new HashMap<>();
    fleet.groups().stream()
        .sorted(Comparator.comparing(DecisionGroup::key))
        .forEach(group -> group.clusters().forEach(name -> members.putIfAbsent(name, group.key())));
    return members;
  }

  /**
   * Adds the clusters that no placement selects any more: they count as before until the controller
   * reports what became of them, in the group that the last status lists, with a replica or without
   * (rollout-strategy 3.7).
   */
  void addLeaving(LastReportedStatus last, List<String> leaving) {
    Stream<GroupKey> selected = fleet.groups().stream().map(DecisionGroup::key);
    Stream<GroupKey> reported =
        Stream.of(last.groups().orElse(Map.of()), last.finished(), last.ended())
            .flatMap(groups -> groups.keySet().stream())
            .map(GroupKey::published);
    Map<String, GroupKey> byName = new HashMap<>();
    Stream.concat(selected, reported)
        .sorted()
        .forEach(group -> byName.putIfAbsent(group.name(), group));
    last.exceptions().stream()
        .filter(issue -> last.runOpen() || leaving.contains(issue.cluster()))
        .filter(issue -> byName.containsKey(issue.groupName()))
        .forEach(issue -> members.putIfAbsent(issue.cluster(), byName.get(issue.groupName())));
  }

  /**
   * Looks whether the groups are those of the status, in number, names and sizes. If so, they stand
   * where it says. If not, none is known to be finished, and no index shows which group had it when
   * the attempt began.
   */
  boolean match(LastReportedStatus last) {
    Map<GroupKey, Long> sizes =
        members.values().stream()
            .collect(Collectors.groupingBy(group -> group, Collectors.counting()));
    Map<GroupKey, Long> reported = new HashMap<>();
    last.groups()
        .orElse(Map.of())
        .forEach(
            (group, size) -> {
              reported.put(group.published(), size);
              placed.put(group.published(), group);
            });
    // Two that have one key now are told apart by their places alone.
    boolean apart = last.groups().filter(groups -> groups.size() == reported.size()).isPresent();
    moved = !apart || !sizes.equals(reported);
    return !moved;
  }

  /**
   * Returns the clusters of finished groups. A group that a cluster has joined since the status was
   * written is no longer finished. Ignored clusters are not counted, in whatever stage.
   *
   * @param counts whether the failure of a cluster counts
   */
  Set<String> finished(LastReportedStatus last, Predicate<String> counts) {
    Map<GroupKey, Set<String>> counted = new HashMap<>();
    members.forEach(
        (cluster, group) -> {
          if (counts.test(cluster)) {
            counted.computeIfAbsent(group, key -> new HashSet<>()).add(cluster);
          }
        });
    return last.finished().entrySet().stream()
        .map(group -> sameSize(counted.getOrDefault(group.getKey(), Set.of()), group.getValue()))
        .flatMap(Set::stream)
        .collect(Collectors.toSet());
  }

  private static Set<String> sameSize(Set<String> clusters, long size) {
    return clusters.size() == size ? clusters : Set.of();
  }

  /** Returns the members of all groups, by name. */
  List<String> clusters() {
    return members.keySet().stream().sorted(ByteOrder.NAMES).toList();
  }

  /** Returns the group of a member. */
  GroupKey of(String cluster) {
    return members.get(cluster);
  }

  /** Returns the position of a group, which is the next one if it has none yet. */
  int indexOf(GroupKey group) {
    Integer index = indexes.putIfAbsent(group, order.size());
    if (index != null) {
      return index;
    }
    order.add(
        moved
            ? GroupKey.at(
                GroupPlace.near(group.index()), group.placement(), group.name(), group.index())
            : placed.getOrDefault(group, group));
    return order.size() - 1;
  }

  /** Returns the group at a position. */
  GroupKey at(int position) {
    return order.get(position);
  }

  /** Returns the groups by position. */
  List<GroupKey> order() {
    return order;
  }
}
