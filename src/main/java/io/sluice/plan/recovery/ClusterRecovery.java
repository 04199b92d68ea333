package io.sluice.plan.recovery;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.recovery.LastReportedStatus.ListedIssue;
import io.sluice.policy.Dispatch;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Stage;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Recovers the state of one cluster in an attempt, from its replica and from the last reported
 * status.
 */
final class ClusterRecovery {
  private final AttemptSpec spec;
  private final String rolloutUid;
  private final LastReportedStatus last;
  private final Set<String> finished;
  private final Map<String, ListedIssue> listed;

  /**
   * Creates the recovery for one attempt.
   *
   * @param rolloutUid UID of the attempt that wrote the replicas: the spec's own, or a former one
   * @param finished the clusters of groups in which all clusters are final
   */
  ClusterRecovery(
      AttemptSpec spec, String rolloutUid, LastReportedStatus last, Set<String> finished) {
    this.spec = spec;
    this.rolloutUid = rolloutUid;
    this.last = last;
    this.finished = finished;
    this.listed =
        last.exceptions().stream()
            .collect(Collectors.toMap(ListedIssue::cluster, entry -> entry, (one, other) -> one));
  }

  /** Returns the state of a started cluster; empty if nothing on the hub shows a start. */
  Optional<ClusterState> of(
      String cluster, GroupKey group, Optional<ReplicaState> replica, int index) {
    ClusterState unknown =
        ClusterState.started(cluster, index, last.startedAt())
            .with(ClusterFlag.EARLY, early(cluster));
    ClusterState entry = replica.map(found -> dispatched(unknown, found)).orElse(unknown);
    Optional<Stage> end = listedEnd(cluster);
    if (end.isPresent()) {
      ListedIssue issue = listed.get(cluster);
      boolean contradicted =
          issue.reason().equals(IssueReason.REGRESSED.label())
              || issue.reason().equals(IssueReason.RECOVERED_LATE.label());
      return Optional.of(
          entry
              .to(end.get(), issue.since())
              .with(ClusterFlag.CONTRADICTED, contradicted)
              .with(ClusterFlag.TAKEN_BACK, is(replica, Dispatch.As.TAKEN_BACK)));
    }
    if (is(replica, Dispatch.As.TAKEN_BACK)) {
      return Optional.of(
          entry.to(Stage.TIMED_OUT, entry.dispatchedAt()).with(ClusterFlag.TAKEN_BACK));
    }
    if (is(replica, Dispatch.As.NEWCOMER) && afterTheEnd(replica)) {
      return Optional.of(entry.to(Stage.NEW_CLUSTER, entry.dispatchedAt()));
    }
    boolean dispatched = is(replica, Dispatch.As.DISPATCHED);
    boolean hasVersion = replica.filter(this::hasVersion).isPresent();
    if (!provided(replica)
        && !listedInFlight(cluster)
        && hasVersion
        && succeeded(cluster, group, dispatched)) {
      return Optional.of(entry.to(Stage.SUCCEEDED, entry.dispatchedAt()));
    }
    return dispatched ? Optional.of(entry) : cutOff(entry, replica);
  }

  /** Beside the propagator without the gate, what enforces the version shows it by itself. */
  private boolean early(String cluster) {
    return spec.mode() != PendingMode.BESIDE
        && Optional.ofNullable(listed.get(cluster))
            .filter(issue -> issue.reason().equals(IssueReason.UNSTAGED_CHANGE.label()))
            .isPresent();
  }

  /** One in flight is out of reach, and its replica went with what selected it. */
  private Optional<ClusterState> cutOff(ClusterState entry, Optional<ReplicaState> replica) {
    return Optional.ofNullable(listed.get(entry.cluster()))
        .filter(issue -> replica.isEmpty() && last.runOpen())
        .filter(issue -> issue.reason().equals(IssueReason.UNREACHABLE.label()))
        .filter(issue -> issue.status().equals(ClusterStatus.PROGRESSING.label()))
        .map(issue -> entry.acknowledged(issue.since(), 0));
  }

  /**
   * Returns true if it joined after the end; if it joined before, it waits for its turn, also in a
   * halted attempt whose run is still open (rollout-strategy 3.7).
   */
  private boolean afterTheEnd(Optional<ReplicaState> replica) {
    return last.endedAt()
        .filter(
            end ->
                !last.runOpen()
                    && replica
                        .flatMap(ReplicaState::dispatch)
                        .filter(d -> !d.at().isBefore(end))
                        .isPresent())
        .isPresent();
  }

  /**
   * Returns true for a listed cluster that may be in flight. An ignored one takes no slot, so it
   * may be in flight in a finished group, and if its status is Succeeded it may still soak.
   */
  private boolean listedInFlight(String cluster) {
    ListedIssue issue = listed.get(cluster);
    return issue != null
        && (issue.status().equals(ClusterStatus.PROGRESSING.label())
            || issue.status().equals(ClusterStatus.TO_APPLY.label())
            || issue.reason().equals(IssueReason.IGNORED.label()));
  }

  private boolean succeeded(String cluster, GroupKey group, boolean dispatched) {
    return last.succeeded()
        || finished.contains(cluster)
        || dispatched && last.ended().containsKey(group);
  }

  /** Returns the entry as dispatched, at the instant and by the attempt that its replica names. */
  private ClusterState dispatched(ClusterState entry, ReplicaState replica) {
    boolean ours =
        replica.is(Dispatch.As.DISPATCHED, rolloutUid)
            || replica.is(Dispatch.As.TAKEN_BACK, rolloutUid)
            || replica.is(Dispatch.As.NEWCOMER, rolloutUid);
    // A write of another attempt does not count for this one, unless it is the same version.
    if (!ours && !hasVersion(replica)) {
      return entry;
    }
    Instant at = replica.dispatch().map(Dispatch::at).orElse(last.startedAt());
    long attempt = replica.dispatch().map(Dispatch::attempt).orElse(0L);
    return entry.acknowledged(at, ClusterState.foreign(attempt, spec.number()));
  }

  private Optional<Stage> listedEnd(String cluster) {
    ListedIssue issue = listed.get(cluster);
    if (issue == null) {
      return Optional.empty();
    }
    boolean edited =
        (issue.reason().equals(IssueReason.UNKNOWN_CONTENT.label())
                || issue.reason().equals(IssueReason.REPAIR_UNDONE.label()))
            && issue.status().equals(ClusterStatus.SUCCEEDED.label());
    if (edited || issue.reason().equals(IssueReason.REGRESSED.label())) {
      return Optional.of(Stage.SUCCEEDED);
    }
    if (issue.status().equals(ClusterStatus.FAILED.label())) {
      return Optional.of(Stage.FAILED);
    }
    return issue.status().equals(ClusterStatus.TIME_OUT.label())
        ? Optional.of(Stage.TIMED_OUT)
        : Optional.empty();
  }

  /** Returns true for a waiting cluster that has what this attempt gave it until its turn. */
  boolean provided(Optional<ReplicaState> replica) {
    return is(replica, Dispatch.As.PENDING) || is(replica, Dispatch.As.NEWCOMER);
  }

  /**
   * Returns true for one that has the version, and whose replica names no dispatch of this attempt:
   * it may have succeeded, and nothing on it says so.
   */
  boolean unexplained(Optional<ReplicaState> replica) {
    return replica
        .filter(this::hasVersion)
        .filter(
            found ->
                found.dispatch().filter(given -> given.rolloutUid().equals(rolloutUid)).isEmpty())
        .isPresent();
  }

  private boolean is(Optional<ReplicaState> replica, Dispatch.As as) {
    return replica.filter(found -> found.is(as, rolloutUid)).isPresent();
  }

  private boolean hasVersion(ReplicaState replica) {
    return replica.contentHash().equals(spec.version().contentHash());
  }
}
