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
 * Calls everybody whom a snapshot selects, group by group, and settles who stays, who moves, who
 * joins and who is gone (rollout-strategy 3.7).
 */
final class SnapshotDiff {
  private final List<DecisionGroup> order;
  private final ClusterTracker tracker;
  private final int[] placeOf;
  private final List<PendingCluster> waiting;
  private final MemberIndex<ClusterState> startedRoll;
  private final MemberIndex<PendingCluster> waitingRoll;
  private final Map<String, Integer> newcomers = new LinkedHashMap<>();

  SnapshotDiff(FleetView fleet, ClusterTracker tracker, List<PendingCluster> waiting) {
    this.order = fleet.groups().stream().sorted(Comparator.comparing(DecisionGroup::key)).toList();
    this.tracker = tracker;
    GroupIndex groupIndex = tracker.groupIndex();
    this.waiting = waiting;
    groupIndex.rename(order.stream().map(DecisionGroup::key).distinct().toList());
    // Also one whose clusters all count elsewhere: by its place the others of its name are known.
    this.placeOf = order.stream().mapToInt(group -> groupIndex.of(group.key())).toArray();
    this.startedRoll = new MemberIndex<>(tracker.entries(), groupIndex.groups().size());
    this.waitingRoll = new MemberIndex<>(waiting, groupIndex.groups().size());
    for (int group = 0; group < order.size(); group++) {
      call(order.get(group).clusters(), placeOf[group], group);
    }
  }

  /** Where nobody joined, left or moved, everyone is expected. */
  private void call(List<String> clusters, int place, int group) {
    int next = 0;
    while (next < clusters.size() && expected(clusters.get(next), place, group)) {
      next++;
    }
    clusters.subList(next, clusters.size()).stream()
        .sorted(ByteOrder.NAMES)
        .filter(cluster -> !expected(cluster, place, group))
        .forEach(cluster -> search(cluster, place, group));
  }

  private boolean expected(String cluster, int place, int group) {
    return startedRoll.expects(cluster, place, group) || waitingRoll.expects(cluster, place, group);
  }

  private void search(String cluster, int place, int group) {
    if (!startedRoll.finds(cluster, place, group) && !waitingRoll.finds(cluster, place, group)) {
      newcomers.putIfAbsent(cluster, group);
    }
  }

  boolean selected(String cluster) {
    return startedRoll.called(cluster)
        || waitingRoll.called(cluster)
        || newcomers.containsKey(cluster);
  }

  /** Started clusters stay where they are, unless they are gone for good. */
  void dismiss(Set<String> leaving) {
    List<ClusterState> entries = tracker.entries();
    List<ClusterState> staying = new ArrayList<>(entries.size());
    for (int i = 0; i < entries.size(); i++) {
      if (startedRoll.called(i) || leaving.contains(entries.get(i).cluster())) {
        staying.add(entries.get(i));
      }
    }
    tracker.keep(staying);
  }

  /** All others follow the snapshot. */
  List<PendingCluster> follow(Set<String> leaving) {
    List<PendingCluster> next = new ArrayList<>(waiting.size());
    for (int i = 0; i < waiting.size(); i++) {
      PendingCluster entry = waiting.get(i);
      if (waitingRoll.called(i)) {
        next.add(entry.in(placeOf[waitingRoll.caller(i)]));
      } else if (leaving.contains(entry.cluster())) {
        next.add(entry);
      }
    }
    if (newcomers.isEmpty()) {
      return next;
    }
    List<PendingCluster> joining = new ArrayList<>(newcomers.size());
    newcomers.forEach((cluster, group) -> joining.add(PendingCluster.of(cluster, placeOf[group])));
    joining.sort(SortedMembers.ORDER);
    return SortedMembers.join(next, joining);
  }
}
