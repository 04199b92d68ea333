package io.sluice.oracle;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.StartDecision;
import io.sluice.plan.tracking.Approvals;
import io.sluice.plan.tracking.ClusterClass;
import io.sluice.plan.tracking.GroupCounter;
import io.sluice.plan.tracking.GroupCounts;
import io.sluice.rollout.strategy.Strategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Holds a fleet as it was given: where each cluster stands, and the counts of each group.
 *
 * <p>All are classified and counted before anything is decided, so that no decision depends on how
 * far the planner came (rollout-strategy F5, F8 to F11). Counting and deciding are the product's
 * own: {@link GroupCounter} and {@code StartPlanner}.
 *
 * @param counts the groups, in rollout order
 * @param members the clusters of all groups, by name
 * @param removed known clusters that are in no group (F3)
 */
record ClassifiedFleet(
    List<GroupCounts> counts, List<ClassifiedCluster> members, List<ResultEntry> removed) {

  static ClassifiedFleet of(
      Strategy strategy, List<ClusterGroup> groups, List<ClusterRolloutStatus> known, Instant now) {
    GroupAssignment assignment = new GroupAssignment(groups);
    Map<String, ClusterRolloutStatus> byName = new HashMap<>(known.size() * 2);
    List<ResultEntry> removed = new ArrayList<>();
    for (ClusterRolloutStatus entry : known) {
      if (byName.put(entry.cluster(), entry) != null) {
        throw new IllegalArgumentException(
            "Cannot select clusters: %s is known twice. Give one entry per cluster."
                .formatted(entry.cluster()));
      }
      if (!assignment.contains(entry.cluster())) {
        removed.add(ClusterClassifier.entry(entry, Optional.empty()));
      }
    }
    removed.sort(Comparator.comparing(ResultEntry::cluster, ByteOrder.NAMES));
    List<ClassifiedCluster> members =
        assignment.clusters().stream()
            .map(
                cluster ->
                    classified(
                        strategy,
                        now,
                        cluster,
                        assignment.groupOf(cluster),
                        Optional.ofNullable(byName.get(cluster))))
            .toList();
    return new ClassifiedFleet(counts(assignment, members), members, removed);
  }

  private static ClassifiedCluster classified(
      Strategy strategy,
      Instant now,
      String cluster,
      GroupKey group,
      Optional<ClusterRolloutStatus> known) {
    return known
        .map(entry -> ClusterClassifier.classify(strategy, now, entry, group))
        .orElseGet(
            () ->
                new ClassifiedCluster(
                    cluster, group, ClusterClass.NOT_STARTED, false, Optional.empty()));
  }

  private static List<GroupCounts> counts(
      GroupAssignment assignment, List<ClassifiedCluster> members) {
    List<GroupKey> order = List.copyOf(assignment.approvals().keySet());
    GroupCounter counter = new GroupCounter(order);
    members.forEach(member -> counter.count(order.indexOf(member.group()), member.place()));
    return counter.counts(
        group ->
            assignment.approvals().get(group) ? Optional.of(Approvals.UNKNOWN) : Optional.empty());
  }

  /** Entries in flight over all groups, by cluster name (F5, F14). */
  List<ResultEntry> inFlight() {
    return entries(ClassifiedCluster::inFlight);
  }

  /** Entries found past their deadline by this call, by cluster name (F4, F14). */
  List<ResultEntry> timedOut() {
    return entries(ClassifiedCluster::expired);
  }

  private List<ResultEntry> entries(Predicate<ClassifiedCluster> which) {
    return members.stream().filter(which).flatMap(member -> member.entry().stream()).toList();
  }

  /**
   * Entries of the clusters that start, by name (F14). A group that starts whole lists them as if
   * nothing had been known of them.
   */
  List<ResultEntry> starts(Strategy strategy, StartDecision decision) {
    return members.stream()
        .filter(ClassifiedCluster::notStarted)
        .filter(member -> decision.groups().contains(member.group()))
        .limit(decision.most())
        .map(
            member ->
                strategy.perGroup() || strategy.mandatory(member.group())
                    ? member.afresh()
                    : member.asGiven())
        .toList();
  }
}
