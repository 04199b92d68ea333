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
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Settles who is a member and in which group, while one step lasts (rollout-strategy 3.7).
 *
 * <p>A started cluster stays in the group in which it was started; all others follow the snapshot.
 * One that no placement selects any more counts as before until its replica is gone. Without a
 * coherent snapshot everything stays as it was.
 */
final class Membership {
  private final TreeMap<GroupKey, List<String>> groups = new TreeMap<>();
  private final TreeMap<String, Waiting> waiting = new TreeMap<>(ByteOrder.NAMES);
  private final Ledger ledger;
  private final Set<String> leaving;
  private final Set<String> ignored;

  Membership(AttemptState state, FleetView fleet, Ledger ledger) {
    this.ledger = ledger;
    this.ignored = Set.copyOf(fleet.ignored());
    this.leaving = new HashSet<>(fleet.leaving());
    state.waiting().forEach(entry -> waiting.put(entry.cluster(), entry));
    if (fleet.incoherent().isEmpty()) {
      follow(fleet);
    }
    for (ClusterState entry : ledger.entries()) {
      in(ledger.groupOf(entry)).add(entry.cluster());
    }
    for (Waiting entry : waiting.values()) {
      in(ledger.groups().get(entry.group())).add(entry.cluster());
    }
    groups.values().forEach(clusters -> clusters.sort(ByteOrder.NAMES));
  }

  private void follow(FleetView fleet) {
    List<DecisionGroup> order = inOrder(fleet.groups());
    ledger.rename(order.stream().map(DecisionGroup::key).distinct().toList());
    // Also one whose clusters all count elsewhere: by its place the others of its name are known.
    order.forEach(group -> ledger.placeOf(group.key()));
    Set<String> selected = new HashSet<>();
    TreeMap<String, Waiting> next = new TreeMap<>(ByteOrder.NAMES);
    for (DecisionGroup group : order) {
      int place = -1;
      for (String cluster : group.clusters()) {
        if (selected.add(cluster) && ledger.of(cluster).isEmpty()) {
          place = place < 0 ? ledger.placeOf(group.key()) : place;
          Waiting former = waiting.get(cluster);
          next.put(cluster, former == null ? Waiting.of(cluster, place) : former.in(place));
        }
      }
    }
    leaving.removeAll(selected);
    waiting.values().stream()
        .filter(entry -> leaving.contains(entry.cluster()))
        .forEach(entry -> next.put(entry.cluster(), entry));
    waiting.clear();
    waiting.putAll(next);
    ledger.removeUnless(cluster -> selected.contains(cluster) || leaving.contains(cluster));
  }

  private static List<DecisionGroup> inOrder(Collection<DecisionGroup> groups) {
    return groups.stream().sorted(Comparator.comparing(DecisionGroup::key)).toList();
  }

  private List<String> in(GroupKey group) {
    return groups.computeIfAbsent(group, key -> new ArrayList<>());
  }

  /** Every group that has clusters, in rollout order, with its clusters by name. */
  Map<GroupKey, List<String>> groups() {
    return groups;
  }

  /** The members that are not started, by name. */
  Collection<Waiting> waiting() {
    return waiting.values();
  }

  Optional<Waiting> waiting(String cluster) {
    return Optional.ofNullable(waiting.get(cluster));
  }

  GroupKey groupOf(Waiting entry) {
    return ledger.groups().get(entry.group());
  }

  /** Enters what the hub said to giving a cluster what it runs until its turn. */
  void enter(Ack ack) {
    waiting.computeIfPresent(
        ack.cluster(),
        (cluster, entry) ->
            ack.refusal().map(why -> entry.refused(ack.at(), why)).orElseGet(entry::given));
  }

  void start(String cluster, GroupKey group) {
    waiting.remove(cluster);
    ledger.start(cluster, group);
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
