package io.sluice.plan.recovery;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.recovery.LastReportedStatus.ListedIssue;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.RequestState;
import io.sluice.rollout.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Recovers the state of an attempt from the objects on the hub (rollout-strategy 3.2, "Lost
 * state").
 *
 * <p>It is used where the run cannot be asked: to continue after Temporal lost the run, for the
 * rows of the root's status, for a status without Temporal, and to begin a small rollout with what
 * is done. A cluster whose dispatch names the attempt was dispatched at that instant; all others
 * are still before their dispatch. So deadlines stay the same and nothing is written twice. What
 * was final stays final; any other success must be reported again and soaks again, so no soak is
 * shortened.
 */
public final class StateRecovery {
  private final AttemptSpec spec;
  private LastReportedStatus last;
  private final RecoveredGroups groups;
  private final Set<String> ignored;
  private final Set<String> labelled;
  private final String rolloutUid;
  private final List<ClusterState> clusters = new ArrayList<>();
  private final List<PendingCluster> waiting = new ArrayList<>();

  private StateRecovery(
      AttemptSpec spec, String rolloutUid, LastReportedStatus last, FleetView fleet) {
    this.spec = spec;
    this.last = last;
    this.groups = new RecoveredGroups(fleet);
    this.ignored = new HashSet<>(fleet.ignored());
    this.labelled = Set.copyOf(fleet.ignored());
    // Those that a person has skipped.
    last.exceptions().stream()
        .filter(ListedIssue::ignored)
        .forEach(issue -> ignored.add(issue.cluster()));
    this.rolloutUid = rolloutUid;
  }

  /**
   * Returns the state in which the attempt continues.
   *
   * @param replicas the replicas on the hub
   */
  public static AttemptState of(
      AttemptSpec spec,
      LastReportedStatus last,
      FleetView fleet,
      Collection<ReplicaState> replicas) {
    StateRecovery recovery = new StateRecovery(spec, spec.rolloutUid(), last, fleet);
    recovery.groups.addLeaving(last, fleet.leaving());
    if (!recovery.groups.match(last)) {
      recovery.last = last.withoutFinished();
    }
    recovery.enter(replicas);
    return recovery.state();
  }

  /**
   * Returns the state in which a small rollout begins (rollout-strategy 6.3): final stages of the
   * former attempt are kept, and its approvals by message; all other clusters wait.
   *
   * @param formerUid UID of the former attempt
   */
  public static AttemptState small(
      AttemptSpec spec,
      String formerUid,
      LastReportedStatus last,
      FleetView fleet,
      Collection<ReplicaState> replicas,
      Instant now) {
    StateRecovery recovery = new StateRecovery(spec, formerUid, last, fleet);
    recovery.enter(replicas);
    return recovery.begin(
        now,
        StateRecovery::keepsStage,
        RequestState.of(last.approvals(), false).skipping(recovery.skipped()));
  }

  /**
   * Returns the state in which a retry of those that have not succeeded begins: clusters that have
   * are kept as final, also skipped ones are tried again, and all approvals by message are gone, as
   * with every retry (rollout-strategy 5).
   *
   * @param formerUid UID of the former attempt
   */
  public static AttemptState retryOfFailed(
      AttemptSpec spec,
      String formerUid,
      LastReportedStatus last,
      FleetView fleet,
      Collection<ReplicaState> replicas,
      Instant now) {
    StateRecovery recovery = new StateRecovery(spec, formerUid, last.withoutFinished(), fleet);
    recovery.enter(replicas);
    // A success that was contradicted afterwards has to be shown anew.
    return recovery.begin(
        now,
        entry -> entry.stage() == Stage.SUCCEEDED && !entry.is(ClusterFlag.CONTRADICTED),
        RequestState.NONE);
  }

  private void enter(Collection<ReplicaState> replicas) {
    Map<String, ReplicaState> byCluster = new HashMap<>();
    replicas.forEach(replica -> byCluster.put(replica.cluster(), replica));
    ClusterRecovery rules = enter(byCluster, last);
    Set<GroupKey> unsure =
        moreSucceededThanReported(
            cluster -> rules.unexplained(Optional.ofNullable(byCluster.get(cluster))));
    if (!unsure.isEmpty()) {
      // Which of them has not is unknown, so none has.
      clusters.clear();
      waiting.clear();
      enter(byCluster, last.withoutEnded(unsure));
    }
  }

  /**
   * Returns the groups whose attempt has ended in which more clusters may have succeeded than it
   * reported: one was not in flight when it ended, and its replica names the attempt since.
   *
   * @param unexplained tells of a waiting cluster whether it may have been reported, too
   */
  private Set<GroupKey> moreSucceededThanReported(Predicate<String> unexplained) {
    if (last.succeeded()) {
      return Set.of();
    }
    Stream<ClusterState> succeeded =
        clusters.stream().filter(entry -> entry.stage() == Stage.SUCCEEDED);
    Map<GroupKey, Long> found =
        Stream.concat(
                succeeded.map(entry -> PendingCluster.of(entry.cluster(), entry.group())),
                waiting.stream().filter(entry -> unexplained.test(entry.cluster())))
            .filter(entry -> !ignored.contains(entry.cluster()))
            .collect(
                Collectors.groupingBy(
                    entry -> groups.at(entry.group()).published(), Collectors.counting()));
    return last.ended().entrySet().stream()
        .filter(group -> found.getOrDefault(group.getKey(), 0L) > group.getValue())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private ClusterRecovery enter(Map<String, ReplicaState> byCluster, LastReportedStatus status) {
    ClusterRecovery rules =
        new ClusterRecovery(
            spec, rolloutUid, status, groups.finished(last, cluster -> !ignored.contains(cluster)));
    groups
        .clusters()
        .forEach(
            cluster ->
                enter(
                    rules,
                    cluster,
                    groups.of(cluster),
                    Optional.ofNullable(byCluster.get(cluster))));
    return rules;
  }

  private void enter(
      ClusterRecovery rules, String cluster, GroupKey group, Optional<ReplicaState> replica) {
    int index = groups.indexOf(group);
    Optional<ClusterState> entry = rules.of(cluster, group, replica, index);
    entry.ifPresentOrElse(
        clusters::add,
        () -> {
          PendingCluster member = PendingCluster.of(cluster, index);
          waiting.add(rules.provided(replica) ? member.asProvided() : member);
        });
  }

  private AttemptState state() {
    boolean halted =
        last.outcome().filter(end -> end == Outcome.FAILED).isPresent() && !spec.allAtOnce();
    return new AttemptState(
        spec,
        last.startedAt(),
        groups.order(),
        clusters,
        waiting,
        !clusters.isEmpty(),
        false,
        halted ? Optional.of("more clusters failed than tolerated") : Optional.empty(),
        Optional.empty(),
        last.outcome(),
        last.endedAt(),
        RequestState.of(last.approvals(), last.paused()).skipping(inherited()));
  }

  private AttemptState begin(Instant now, Predicate<ClusterState> wanted, RequestState requests) {
    Predicate<ClusterState> kept = wanted.and(this::certain);
    clusters.stream()
        .filter(kept.negate())
        .forEach(entry -> waiting.add(PendingCluster.of(entry.cluster(), entry.group())));
    clusters.removeIf(kept.negate());
    waiting.sort(Comparator.comparing(PendingCluster::cluster, ByteOrder.NAMES));
    return new AttemptState(
        spec,
        now,
        groups.order(),
        clusters,
        waiting,
        !clusters.isEmpty(),
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        requests);
  }

  /**
   * Returns false for a success that no count can confirm: that of an ignored cluster, which is not
   * counted, in an attempt that ended before all had had their turn.
   */
  private boolean certain(ClusterState entry) {
    return entry.stage() != Stage.SUCCEEDED
        || last.succeeded()
        || !ignored.contains(entry.cluster());
  }

  /**
   * Returns the clusters whose failure did not count because a person had skipped them. What is
   * kept of them must not count afterwards, whatever the spec of the Rollout says by then.
   */
  private List<String> skipped() {
    return clusters.stream()
        .map(ClusterState::cluster)
        .filter(cluster -> !labelled.contains(cluster))
        .filter(
            cluster ->
                last.exceptions().stream()
                    .anyMatch(issue -> issue.cluster().equals(cluster) && issue.ignoredFailure()))
        .toList();
  }

  /**
   * Returns those of them that the attempt has carried over from the one that it completes. What
   * failed in the attempt itself is ignored while the spec says so: without its entry it counts
   * again. Where nothing was written to a cluster that is not known, and it stays ignored.
   */
  private List<String> inherited() {
    Set<String> own =
        clusters.stream()
            .filter(entry -> entry.dispatched() != 0 && entry.foreign() == 0)
            .map(ClusterState::cluster)
            .collect(Collectors.toSet());
    return skipped().stream().filter(cluster -> !own.contains(cluster)).toList();
  }

  private static boolean keepsStage(ClusterState entry) {
    return entry.stage().isFinal() && entry.stage() != Stage.NEW_CLUSTER;
  }
}
