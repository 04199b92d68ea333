package io.sluice.forecast;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.tracking.OmittedMembers;
import io.sluice.plan.tracking.SortedMembers;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Counts;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Member;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Stage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Leaves out of an attempt, for some steps, the clusters that these steps cannot change: those that
 * have succeeded for good, and those whose turn comes later. So a step costs as much as what
 * happens in it, not as the fleet is large.
 *
 * <p>Only for {@code Progressive} once its mandatory groups are finished ({@link ReductionRule}):
 * from then on clusters start by name, whatever their group.
 */
final class ReducedAttempt {
  private final List<GroupKey> groups;
  private final List<ClusterState> finished;
  private final List<PendingCluster> later;
  private final long most;
  private final AttemptState state;
  private final HubSnapshot hub;
  private final OmittedMembers omitted;
  private final Counts counts;

  private ReducedAttempt(
      AttemptState whole,
      HubSnapshot hub,
      List<ClusterState> finished,
      List<PendingCluster> later,
      long most) {
    this.groups = whole.groups();
    this.finished = finished;
    this.later = later;
    this.most = most;
    Set<String> left = new HashSet<>();
    finished.forEach(entry -> left.add(entry.cluster()));
    later.forEach(entry -> left.add(entry.cluster()));
    List<ClusterState> clusters = others(whole.clusters(), left);
    List<PendingCluster> waiting = others(whole.waiting(), left);
    Set<GroupKey> shown = new TreeSet<>();
    clusters.forEach(entry -> shown.add(groups.get(entry.group())));
    waiting.forEach(entry -> shown.add(groups.get(entry.group())));
    List<GroupKey> kept = groups.stream().filter(shown::contains).toList();
    this.state = whole.with(kept, in(kept, groups, clusters), inPending(kept, groups, waiting));
    this.hub = without(hub, shown, left);
    this.omitted =
        new OmittedMembers(
            Optional.of(groups.get(waiting.get(0).group())), finished.size(), later.size());
    this.counts =
        new Counts(finished.size() + later.size(), later.size(), 0, 0, finished.size(), 0, 0, 0, 0);
  }

  /**
   * Returns the attempt without what can be left out; empty if that is too little.
   *
   * @param least how many clusters that are not started stay at least, and how many must be left
   *     out to be worth it
   */
  static Optional<ReducedAttempt> of(AttemptState state, HubSnapshot hub, int least) {
    ReductionRule rule = new ReductionRule(state, hub);
    if (state.waiting().isEmpty() || !rule.allows()) {
      return Optional.empty();
    }
    long most = rule.most();
    List<ClusterState> finished =
        state.clusters().stream()
            .filter(entry -> entry.stage() == Stage.SUCCEEDED)
            .filter(entry -> !entry.is(ClusterFlag.GONE) && !entry.is(ClusterFlag.NOT_TRIED))
            .filter(entry -> !rule.mandatory(entry) && !rule.ignored(entry))
            .toList();
    List<PendingCluster> later =
        state.waiting().stream()
            .skip(Math.max(least, 2 * most))
            .filter(entry -> !rule.ignored(entry))
            .toList();
    return finished.size() + later.size() < least
        ? Optional.empty()
        : Optional.of(new ReducedAttempt(state, hub, finished, later, most));
  }

  private static <M extends Member> List<M> others(List<M> members, Set<String> left) {
    return members.stream().filter(member -> !left.contains(member.cluster())).toList();
  }

  private static List<ClusterState> in(
      List<GroupKey> to, List<GroupKey> from, List<ClusterState> members) {
    return members.stream().map(entry -> entry.in(to.indexOf(from.get(entry.group())))).toList();
  }

  private static List<PendingCluster> inPending(
      List<GroupKey> to, List<GroupKey> from, List<PendingCluster> members) {
    return members.stream().map(entry -> entry.in(to.indexOf(from.get(entry.group())))).toList();
  }

  private static HubSnapshot without(HubSnapshot hub, Set<GroupKey> shown, Set<String> left) {
    FleetView fleet = hub.fleet();
    List<DecisionGroup> groups = new ArrayList<>();
    for (DecisionGroup group : fleet.groups()) {
      if (shown.contains(group.key())) {
        groups.add(new DecisionGroup(group.key(), names(group.clusters(), left)));
      }
    }
    return new HubSnapshot(
        hub.claim(),
        hub.root(),
        hub.refusal(),
        hub.intent(),
        new FleetView(
            groups,
            fleet.incoherent(),
            fleet.leaving(),
            fleet.ignored(),
            names(fleet.withoutReplica(), left),
            names(fleet.foreign(), left),
            fleet.missing(),
            names(fleet.unknownContent(), left),
            names(fleet.repairUndone(), left),
            fleet.closing(),
            fleet.unselected()),
        hub.kept(),
        hub.silentSince(),
        hub.schedule(),
        hub.checks(),
        hub.approvals());
  }

  private static List<String> names(List<String> clusters, Set<String> left) {
    return clusters.stream().filter(cluster -> !left.contains(cluster)).toList();
  }

  /** Returns the state without what is left out. */
  AttemptState state() {
    return state;
  }

  /** Returns the snapshot without what is left out. */
  HubSnapshot hub() {
    return hub;
  }

  OmittedMembers omitted() {
    return omitted;
  }

  /** Returns whether a step might start a cluster that is left out. */
  boolean runsShort(AttemptState reached) {
    if (later.isEmpty()) {
      return reached.waiting().isEmpty();
    }
    String next = later.get(0).cluster();
    long before =
        reached.waiting().stream()
            .limit(most + 1)
            .filter(entry -> ByteOrder.NAMES.compare(entry.cluster(), next) < 0)
            .count();
    return before <= most;
  }

  /** Returns the state that was reached, with what was left out. */
  AttemptState whole(AttemptState reached) {
    return reached.with(
        groups,
        SortedMembers.join(in(groups, reached.groups(), reached.clusters()), finished),
        SortedMembers.join(inPending(groups, reached.groups(), reached.waiting()), later));
  }

  /** Returns the progress with what is left out in its counts. */
  Progress whole(Progress progress) {
    return new Progress(
        progress.rolloutStatus(),
        progress.phase(),
        progress.outcome(),
        progress.waitingFor(),
        progress.startedAt(),
        progress.endedAt(),
        progress.nextCheckAt(),
        progress.groups(),
        progress.counts().plus(counts),
        progress.confirmed(),
        progress.weak(),
        progress.exceptions(),
        progress.exceptionsOmitted(),
        progress.approvals(),
        progress.paused(),
        progress.requests(),
        progress.next(),
        progress.refused(),
        progress.held(),
        progress.noCluster(),
        progress.schedule(),
        progress.checks());
  }
}
