package io.sluice.tools.placement;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares the groups of a Placement before and after a change: which clusters join, leave or move.
 *
 * <p>A group after the change continues the group before it that has the same name and most members
 * in common. A cluster moves if its new group does not continue its former one; a new index alone
 * moves no cluster.
 *
 * @param pairs the groups after the change, by index, then those that are gone
 * @param changes by name of the cluster
 */
record GroupChanges(List<GroupPair> pairs, List<ClusterChange> changes) {
  GroupChanges {
    pairs = List.copyOf(pairs);
    changes = List.copyOf(changes);
  }

  /** Holds a group and what it continues; one of the two may be missing. */
  record GroupPair(Optional<DecisionGroup> before, Optional<DecisionGroup> after) {}

  /** Holds a cluster that joins ({@code before} is empty), leaves ({@code after}) or moves. */
  record ClusterChange(String cluster, Optional<GroupKey> before, Optional<GroupKey> after) {
    boolean joins() {
      return before.isEmpty();
    }

    boolean leaves() {
      return after.isEmpty();
    }

    boolean moves() {
      return before.isPresent() && after.isPresent();
    }
  }

  static GroupChanges between(List<DecisionGroup> before, List<DecisionGroup> after) {
    List<GroupPair> pairs = pairs(before, after);
    Map<String, GroupPair> from = new HashMap<>();
    Map<String, GroupPair> to = new HashMap<>();
    for (GroupPair pair : pairs) {
      pair.before().ifPresent(group -> group.clusters().forEach(name -> from.put(name, pair)));
      pair.after().ifPresent(group -> group.clusters().forEach(name -> to.put(name, pair)));
    }
    Map<String, ClusterChange> changes = new TreeMap<>(ByteOrder.NAMES);
    Set<String> clusters = new HashSet<>(from.keySet());
    clusters.addAll(to.keySet());
    for (String cluster : clusters) {
      GroupPair left = from.get(cluster);
      GroupPair entered = to.get(cluster);
      if (left != entered) {
        changes.put(
            cluster,
            new ClusterChange(
                cluster,
                Optional.ofNullable(left).flatMap(GroupPair::before).map(DecisionGroup::key),
                Optional.ofNullable(entered).flatMap(GroupPair::after).map(DecisionGroup::key)));
      }
    }
    return new GroupChanges(pairs, List.copyOf(changes.values()));
  }

  private static List<GroupPair> pairs(List<DecisionGroup> before, List<DecisionGroup> after) {
    Map<DecisionGroup, DecisionGroup> continued = continued(before, after);
    List<GroupPair> pairs = new ArrayList<>();
    for (DecisionGroup group : after) {
      pairs.add(new GroupPair(Optional.ofNullable(continued.get(group)), Optional.of(group)));
    }
    before.stream()
        .filter(group -> !group.clusters().isEmpty() && !continued.containsValue(group))
        .map(group -> new GroupPair(Optional.of(group), Optional.empty()))
        .forEach(pairs::add);
    return pairs;
  }

  /** Returns what each group continues; the largest shares are given out first. */
  private static Map<DecisionGroup, DecisionGroup> continued(
      List<DecisionGroup> before, List<DecisionGroup> after) {
    Map<DecisionGroup, DecisionGroup> continued = new HashMap<>();
    Set<DecisionGroup> taken = new HashSet<>();
    for (Share share : shares(before, after)) {
      if (!continued.containsKey(share.after()) && taken.add(share.before())) {
        continued.put(share.after(), share.before());
      }
    }
    return continued;
  }

  private static List<Share> shares(List<DecisionGroup> before, List<DecisionGroup> after) {
    Map<String, DecisionGroup> home = new HashMap<>();
    before.forEach(group -> group.clusters().forEach(cluster -> home.put(cluster, group)));
    List<Share> shares = new ArrayList<>();
    for (DecisionGroup group : after) {
      Map<DecisionGroup, Integer> common = new LinkedHashMap<>();
      for (String cluster : group.clusters()) {
        DecisionGroup former = home.get(cluster);
        if (former != null && former.key().name().equals(group.key().name())) {
          common.merge(former, 1, Integer::sum);
        }
      }
      common.forEach((former, members) -> shares.add(new Share(former, group, members)));
    }
    // Stable: of two shares of one size that of the earlier group comes first.
    shares.sort(Comparator.comparingInt(Share::members).reversed());
    return shares;
  }

  /** Holds how many members a group has from one before. */
  private record Share(DecisionGroup before, DecisionGroup after, int members) {}
}
