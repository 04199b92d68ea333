package io.sluice.plan.recovery;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.recovery.LastReportedStatus.ListedIssue;
import io.sluice.policy.Dispatch;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Stage;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds how far one cluster has come in an attempt, from its replica and from what the Rollout
 * still says of it.
 */
final class ClusterRecovery {
  private final AttemptSpec spec;
  private final String rolloutUid;
  private final LastReportedStatus told;
  private final Set<String> finished;
  private final Map<String, ListedIssue> listed;

  /**
   * Prepares for the attempt of that UID; the spec's own, or the one that it goes on from.
   *
   * @param finished clusters that are final in groups where everybody is
   */
  ClusterRecovery(
      AttemptSpec spec, String rolloutUid, LastReportedStatus told, Set<String> finished) {
    this.spec = spec;
    this.rolloutUid = rolloutUid;
    this.told = told;
    this.finished = finished;
    this.listed =
        told.exceptions().stream()
            .collect(Collectors.toMap(ListedIssue::cluster, entry -> entry, (one, other) -> one));
  }

  /** Empty for a cluster that was not started, as far as anything on the hub says. */
  Optional<ClusterState> of(
      String cluster, GroupKey group, Optional<ReplicaState> held, int place) {
    ClusterState unknown = ClusterState.started(cluster, place, told.startedAt());
    ClusterState entry = held.map(one -> dispatched(unknown, one)).orElse(unknown);
    Optional<Stage> end = listedEnd(cluster);
    if (end.isPresent()) {
      ListedIssue exception = listed.get(cluster);
      boolean turned =
          exception.reason().equals(IssueReason.REGRESSED.label())
              || exception.reason().equals(IssueReason.RECOVERED_LATE.label());
      return Optional.of(
          entry
              .to(end.get(), exception.since())
              .with(ClusterFlag.CONTRADICTED, turned)
              .with(ClusterFlag.TAKEN_BACK, is(held, Dispatch.As.TAKEN_BACK)));
    }
    if (is(held, Dispatch.As.TAKEN_BACK)) {
      return Optional.of(
          entry.to(Stage.TIMED_OUT, entry.dispatchedAt()).with(ClusterFlag.TAKEN_BACK));
    }
    if (is(held, Dispatch.As.NEWCOMER) && afterTheEnd(held)) {
      return Optional.of(entry.to(Stage.NEW_CLUSTER, entry.dispatchedAt()));
    }
    boolean here = is(held, Dispatch.As.DISPATCHED);
    boolean carries = held.filter(this::carries).isPresent();
    if (!provided(held) && !listedInFlight(cluster) && carries && succeeded(cluster, group, here)) {
      return Optional.of(entry.to(Stage.SUCCEEDED, entry.dispatchedAt()));
    }
    return here ? Optional.of(entry) : Optional.empty();
  }

  /** One that joined before the end has waited for its turn since, and is no NewCluster. */
  private boolean afterTheEnd(Optional<ReplicaState> held) {
    return told.endedAt()
        .filter(
            end ->
                held.flatMap(ReplicaState::dispatch).filter(d -> !d.at().isBefore(end)).isPresent())
        .isPresent();
  }

  /**
   * True for an ignored cluster that held nobody: it may be in flight though the rest is done, and
   * where its word is Succeeded it may still soak.
   */
  private boolean listedInFlight(String cluster) {
    ListedIssue exception = listed.get(cluster);
    return exception != null
        && (exception.status().equals(ClusterStatus.PROGRESSING.label())
            || exception.status().equals(ClusterStatus.TO_APPLY.label())
            || exception.reason().equals(IssueReason.IGNORED.label()));
  }

  private boolean succeeded(String cluster, GroupKey group, boolean here) {
    return told.succeeded() || finished.contains(cluster) || here && told.ended().contains(group);
  }

  /** The cluster as dispatched, at the instant and by the attempt that its replica names. */
  private ClusterState dispatched(ClusterState entry, ReplicaState held) {
    boolean ours =
        held.is(Dispatch.As.DISPATCHED, rolloutUid)
            || held.is(Dispatch.As.TAKEN_BACK, rolloutUid)
            || held.is(Dispatch.As.NEWCOMER, rolloutUid);
    // What another attempt gave it says nothing of this one, unless it is the very version.
    if (!ours && !carries(held)) {
      return entry;
    }
    Instant at = held.dispatch().map(Dispatch::at).orElse(told.startedAt());
    long attempt = held.dispatch().map(Dispatch::attempt).orElse(0L);
    return entry.acknowledged(at, ClusterState.foreign(attempt, spec.number()));
  }

  private Optional<Stage> listedEnd(String cluster) {
    ListedIssue exception = listed.get(cluster);
    if (exception == null) {
      return Optional.empty();
    }
    if (exception.reason().equals(IssueReason.REGRESSED.label())) {
      return Optional.of(Stage.SUCCEEDED);
    }
    if (exception.status().equals(ClusterStatus.FAILED.label())) {
      return Optional.of(Stage.FAILED);
    }
    return exception.status().equals(ClusterStatus.TIME_OUT.label())
        ? Optional.of(Stage.TIMED_OUT)
        : Optional.empty();
  }

  /** True for a cluster that waits with what this attempt gave it until its turn. */
  boolean provided(Optional<ReplicaState> held) {
    return is(held, Dispatch.As.PENDING) || is(held, Dispatch.As.NEWCOMER);
  }

  private boolean is(Optional<ReplicaState> held, Dispatch.As as) {
    return held.filter(one -> one.is(as, rolloutUid)).isPresent();
  }

  private boolean carries(ReplicaState held) {
    return held.contentHash().equals(spec.version().contentHash());
  }
}
