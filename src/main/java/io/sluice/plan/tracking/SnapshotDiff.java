package io.sluice.plan.tracking;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.PendingCluster;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares a snapshot with the members of an attempt, group by group: which stay, move, join or are
 * gone (rollout-strategy 3.7).
 */
final class SnapshotDiff {
  private final List<DecisionGroup> order;
  private final ClusterTracker tracker;
  private final int[] indexOf;
  private final List<PendingCluster> waiting;
  private final MemberIndex<ClusterState> startedIndex;
  private final MemberIndex<PendingCluster> waitingIndex;
  private final Map<String, Integer> newcomers = new LinkedHashMap<>();

  SnapshotDiff(FleetView fleet, ClusterTracker tracker, List<PendingCluster> waiting) {
    this.order = fleet.groups().stream().sorted(Comparator.comparing(DecisionGroup::key)).toList();
    this.tracker = tracker;
    GroupIndex groupIndex = tracker.groupIndex();
    this.waiting = waiting;
    groupIndex.rename(order.stream().map(DecisionGroup::key).distinct().toList());
    // Also a group whose clusters all count elsewhere: its index identifies others of its name.
    this.indexOf = order.stream().mapToInt(group -> groupIndex.of(group.key())).toArray();
    this.startedIndex = new MemberIndex<>(tracker.entries(), groupIndex.groups().size());
    this.waitingIndex = new MemberIndex<>(waiting, groupIndex.groups().size());
    for (int group = 0; group < order.size(); group++) {
      match(order.get(group).clusters(), indexOf[group], group);
    }
  }

  /** Where no cluster joined, left or moved, each one is the expected one. */
  private void match(List<String> clusters, int index, int group) {
    int next = 0;
    while (next < clusters.size() && expected(clusters.get(next), index, group)) {
      next++;
    }
    clusters.subList(next, clusters.size()).stream()
        .sorted(ByteOrder.NAMES)
        .filter(cluster -> !expected(cluster, index, group))
        .forEach(cluster -> search(cluster, index, group));
  }

  private boolean expected(String cluster, int index, int group) {
    return startedIndex.matchesNext(cluster, index, group)
        || waitingIndex.matchesNext(cluster, index, group);
  }

  private void search(String cluster, int index, int group) {
    if (!startedIndex.matches(cluster, index, group)
        && !waitingIndex.matches(cluster, index, group)) {
      newcomers.putIfAbsent(cluster, group);
    }
  }

  boolean selects(String cluster) {
    return startedIndex.matched(cluster)
        || waitingIndex.matched(cluster)
        || newcomers.containsKey(cluster);
  }

  /** Started clusters stay where they are, unless they are gone for good. */
  void dropUnselected(Set<String> leaving) {
    List<ClusterState> entries = tracker.entries();
    List<ClusterState> staying = new ArrayList<>(entries.size());
    for (int i = 0; i < entries.size(); i++) {
      if (startedIndex.matched(i) || leaving.contains(entries.get(i).cluster())) {
        staying.add(entries.get(i));
      }
    }
    tracker.keep(staying);
  }

  /** Returns the members that are not started, in the groups of the snapshot. */
  List<PendingCluster> pending(Set<String> leaving) {
    List<PendingCluster> next = new ArrayList<>(waiting.size());
    for (int i = 0; i < waiting.size(); i++) {
      PendingCluster entry = waiting.get(i);
      if (waitingIndex.matched(i)) {
        next.add(entry.in(indexOf[waitingIndex.groupOf(i)]));
      } else if (leaving.contains(entry.cluster())) {
        next.add(entry);
      }
    }
    if (newcomers.isEmpty()) {
      return next;
    }
    List<PendingCluster> joining = new ArrayList<>(newcomers.size());
    newcomers.forEach((cluster, group) -> joining.add(PendingCluster.of(cluster, indexOf[group])));
    joining.sort(SortedMembers.ORDER);
    return SortedMembers.join(next, joining);
  }
}
