package io.sluice.oracle;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.StartDecision;
import io.sluice.plan.tracking.GroupCounts;
import io.sluice.strategy.Strategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the fleet as it was given: where everybody stands, and how each group fares.
 *
 * <p>Everyone is classified and counted here, once and before anything is decided, so that no
 * decision depends on how far a walk came (rollout-strategy F5, F8 to F11).
 *
 * @param scopes the groups, in rollout order
 * @param members the clusters of all groups, by name
 * @param removed known clusters that are in no group (F3)
 */
record ClassifiedFleet(
    List<GroupCounts> scopes, List<ClassifiedCluster> members, List<ResultEntry> removed) {

  static ClassifiedFleet of(
      Strategy strategy,
      List<ClusterGroup> candidates,
      List<ClusterRolloutStatus> known,
      Instant now) {
    GroupAssignment roster = new GroupAssignment(candidates);
    ClusterClassifier classification = new ClusterClassifier(strategy, now);
    Map<String, ClusterClass> standings = new HashMap<>(known.size() * 2);
    List<ResultEntry> removed = new ArrayList<>();
    for (ClusterRolloutStatus entry : known) {
      boolean member = roster.contains(entry.cluster());
      if (!member) {
        removed.add(ClusterClassifier.entry(entry, Optional.empty()));
      }
      ClusterClass standing = member ? classification.of(entry) : ClusterClass.UNTOUCHED;
      if (standings.put(entry.cluster(), standing) != null) {
        throw new IllegalArgumentException(
            "Cannot select clusters: %s is known twice. Give one entry per cluster."
                .formatted(entry.cluster()));
      }
    }
    removed.sort(Comparator.comparing(ResultEntry::cluster, ByteOrder.NAMES));
    List<ClassifiedCluster> members =
        roster.clusters().stream()
            .map(
                cluster ->
                    new ClassifiedCluster(
                        cluster,
                        roster.groupOf(cluster),
                        standings.getOrDefault(cluster, ClusterClass.UNTOUCHED)))
            .toList();
    return new ClassifiedFleet(scopes(roster, members), members, removed);
  }

  private static List<GroupCounts> scopes(GroupAssignment roster, List<ClassifiedCluster> members) {
    Map<GroupKey, List<ClusterClass>> byGroup = new HashMap<>();
    members.forEach(
        member ->
            byGroup
                .computeIfAbsent(member.group(), group -> new ArrayList<>())
                .add(member.standing()));
    return roster.approvals().entrySet().stream()
        .map(
            group ->
                scope(
                    group.getKey(),
                    group.getValue(),
                    byGroup.getOrDefault(group.getKey(), List.of())))
        .toList();
  }

  private static GroupCounts scope(GroupKey group, boolean approved, List<ClusterClass> standings) {
    int notStarted = 0;
    int inFlight = 0;
    int running = 0;
    int failures = 0;
    for (ClusterClass standing : standings) {
      notStarted += standing.notStarted() ? 1 : 0;
      inFlight += standing.inFlight() ? 1 : 0;
      running += standing.inFlight() && !standing.failed() ? 1 : 0;
      failures += standing.failed() ? 1 : 0;
    }
    return new GroupCounts(
        group, approved, standings.size(), notStarted, inFlight, running, failures);
  }

  /** Entries in flight over all groups, by cluster name (F5, F14). */
  List<ResultEntry> inFlight() {
    return entries(ClusterClass.Stage.IN_FLIGHT);
  }

  /** Entries found past their deadline by this call, by cluster name (F4, F14). */
  List<ResultEntry> timedOut() {
    return entries(ClusterClass.Stage.EXPIRED);
  }

  private List<ResultEntry> entries(ClusterClass.Stage stage) {
    return members.stream()
        .map(ClassifiedCluster::standing)
        .filter(standing -> standing.stage() == stage)
        .flatMap(standing -> standing.entry().stream())
        .toList();
  }

  /** Entries of those who start, by cluster name (F14). */
  List<ResultEntry> starts(StartDecision opening) {
    return members.stream()
        .filter(member -> member.standing().notStarted())
        .filter(member -> opening.groups().contains(member.group()))
        .limit(opening.most())
        .map(member -> opening.afresh() ? member.afresh() : member.asGiven())
        .toList();
  }
}
