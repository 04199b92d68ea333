package io.sluice.plan.tracking;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.Member;
import io.sluice.rollout.PendingCluster;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares a snapshot with the members of an attempt, group by group: which stay, move, join or are
 * gone (rollout-strategy 3.7).
 */
final class SnapshotDiff {
  private static final int NONE = -1;

  private final List<DecisionGroup> order;
  private final ClusterTracker tracker;
  private final List<PendingCluster> waiting;
  private int[] indexOf;
  private MemberIndex<ClusterState> startedIndex;
  private MemberIndex<PendingCluster> waitingIndex;
  private final Map<String, Integer> newcomers = new LinkedHashMap<>();

  SnapshotDiff(FleetView fleet, ClusterTracker tracker, List<PendingCluster> waiting) {
    this.order = fleet.groups().stream().sorted(Comparator.comparing(DecisionGroup::key)).toList();
    this.tracker = tracker;
    this.waiting = waiting;
    this.indexOf = known();
    index();
    if (!unchanged()) {
      this.indexOf = tracker.groupIndex().follow(order, new FormerMembers());
      index();
      for (int group = 0; group < order.size(); group++) {
        match(order.get(group).clusters(), indexOf[group], group);
      }
    }
  }

  /** Returns the indexes of the groups of these keys. */
  private int[] known() {
    Map<GroupKey, Integer> indexes = new HashMap<>();
    List<GroupKey> groups = tracker.groupIndex().groups();
    for (int index = 0; index < groups.size(); index++) {
      indexes.putIfAbsent(groups.get(index).published(), index);
    }
    return order.stream().mapToInt(group -> indexes.getOrDefault(group.key(), NONE)).toArray();
  }

  private void index() {
    int size = tracker.groupIndex().groups().size();
    startedIndex = new MemberIndex<>(tracker.entries(), size);
    waitingIndex = new MemberIndex<>(waiting, size);
  }

  /** Returns true where every cluster of every group is where it was, as in most steps. */
  private boolean unchanged() {
    for (int group = 0; group < order.size(); group++) {
      for (String cluster : order.get(group).clusters()) {
        if (indexOf[group] == NONE || !expected(cluster, indexOf[group], group)) {
          return false;
        }
      }
    }
    return IntStream.of(indexOf).noneMatch(index -> index == NONE);
  }

  /** Finds the group in which each cluster was before this snapshot. */
  private final class FormerMembers implements GroupMatcher.Members {
    private final boolean[] any = new boolean[tracker.groupIndex().groups().size()];

    FormerMembers() {
      tracker.entries().forEach(entry -> any[entry.group()] = true);
      waiting.forEach(entry -> any[entry.group()] = true);
    }

    @Override
    public Optional<Integer> groupOf(String cluster) {
      return Stream.of(tracker.entries(), waiting)
          .flatMap(members -> SortedMembers.member(members, cluster).stream())
          .map(Member::group)
          .findFirst();
    }

    @Override
    public boolean any(int group) {
      return group < any.length && any[group];
    }

    @Override
    public boolean pinned(String cluster) {
      return SortedMembers.member(tracker.entries(), cluster).isPresent();
    }
  }

  /**
   * Matches the clusters of a group. If few joined, left or moved, most are the next ones expected,
   * and only the others are searched for.
   */
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

  /**
   * Started clusters stay where they are, unless they have left for good.
   *
   * @return the clusters that stay though the snapshot lacks them
   */
  Set<String> dropUnselected(Predicate<ClusterState> left) {
    List<ClusterState> entries = tracker.entries();
    List<ClusterState> staying = new ArrayList<>(entries.size());
    Set<String> absent = new HashSet<>();
    for (int i = 0; i < entries.size(); i++) {
      ClusterState entry = entries.get(i);
      if (startedIndex.matched(i)) {
        staying.add(entry);
      } else if (!left.test(entry)) {
        staying.add(entry);
        absent.add(entry.cluster());
      }
    }
    tracker.keep(staying);
    return absent;
  }

  /**
   * Returns the members that are not started, in the groups of the snapshot; but none enters a
   * group that has begun, so that nobody is started by being counted elsewhere (rollout-strategy
   * 3.7).
   *
   * @param absent receives the clusters that stay though the snapshot lacks them
   * @param stays whether a cluster that the snapshot lacks has not left yet
   */
  List<PendingCluster> pending(Set<String> absent, Predicate<String> stays) {
    List<PendingCluster> next = new ArrayList<>(waiting.size());
    boolean[] begun = begun();
    for (int i = 0; i < waiting.size(); i++) {
      PendingCluster entry = waiting.get(i);
      if (waitingIndex.matched(i)) {
        int group = indexOf[waitingIndex.groupOf(i)];
        next.add(begun[group] ? entry : entry.in(group));
      } else if (stays.test(entry.cluster())) {
        next.add(entry);
        absent.add(entry.cluster());
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

  private boolean[] begun() {
    boolean[] begun = new boolean[tracker.groupIndex().groups().size()];
    tracker.entries().forEach(entry -> begun[entry.group()] = true);
    return begun;
  }
}
