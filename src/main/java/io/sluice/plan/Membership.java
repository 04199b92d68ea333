package io.sluice.plan;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Settles which cluster counts in which group (rollout-strategy 3.7).
 *
 * <p>A started cluster stays in the group in which it was started; all others follow the snapshot.
 * A cluster that left counts until its replica is gone.
 */
final class Membership {
  private final TreeMap<GroupKey, List<String>> groups = new TreeMap<>();
  private final Set<String> members = new HashSet<>();
  private final Set<String> leaving;
  private final Set<String> ignored;

  Membership(FleetView fleet, Ledger ledger) {
    ignored = Set.copyOf(fleet.ignored());
    leaving = new HashSet<>(fleet.leaving());
    for (DecisionGroup group : inOrder(fleet.groups())) {
      List<String> here = groups.computeIfAbsent(group.key(), key -> new ArrayList<>());
      for (String cluster : group.clusters()) {
        if (members.add(cluster) && ledger.of(cluster).isEmpty()) {
          here.add(cluster);
        }
      }
    }
    leaving.removeAll(members);
    boolean uncertain = fleet.incoherent().isPresent();
    ledger.removeUnless(
        cluster -> uncertain || members.contains(cluster) || leaving.contains(cluster));
    for (ClusterState entry : ledger.entries()) {
      members.add(entry.cluster());
      groups.computeIfAbsent(ledger.groupOf(entry), key -> new ArrayList<>()).add(entry.cluster());
    }
    groups.values().removeIf(List::isEmpty);
    groups.values().forEach(clusters -> clusters.sort(ByteOrder.NAMES));
  }

  private static List<DecisionGroup> inOrder(Collection<DecisionGroup> groups) {
    return groups.stream().sorted(Comparator.comparing(DecisionGroup::key)).toList();
  }

  /** Every group that has clusters, in rollout order, with its clusters by name. */
  Map<GroupKey, List<String>> groups() {
    return groups;
  }

  boolean isEmpty() {
    return groups.isEmpty();
  }

  boolean leaving(String cluster) {
    return leaving.contains(cluster);
  }

  boolean ignored(String cluster) {
    return ignored.contains(cluster);
  }
}
