package io.sluice.plan.recovery;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.RequestedApproval;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds the status of a Rollout's last attempt as it was last reported (rollout-strategy 3.2, "Lost
 * state").
 *
 * @param runOpen whether a run of it was open: until it closes, newcomers join the attempt
 * @param groups every group, at its place in the attempt, with its number of clusters; absent where
 *     some are not listed
 * @param finished groups without a cluster to apply, progressing or soaking, all of whose failures
 *     are listed, with their number of clusters, without the ignored ones; while the number is the
 *     same, each of their clusters that has the version and is neither listed nor ignored has
 *     succeeded
 * @param ended groups without a cluster in flight because the attempt has ended, all of whose
 *     failures are listed, with their number of successes: each of their clusters that was
 *     dispatched and is not listed has succeeded, as long as they are not more in it
 * @param approvals those given by message; the others are in the spec
 * @param paused whether the attempt was paused by message
 * @param exceptions the clusters that were listed
 */
public record LastReportedStatus(
    Instant startedAt,
    Optional<Outcome> outcome,
    Optional<Instant> endedAt,
    boolean runOpen,
    Optional<Map<GroupKey, Long>> groups,
    Map<GroupKey, Long> finished,
    Map<GroupKey, Long> ended,
    List<RequestedApproval> approvals,
    boolean paused,
    List<ListedIssue> exceptions) {
  /** The status before the first attempt. */
  public static final LastReportedStatus NONE =
      new LastReportedStatus(
          Instant.EPOCH,
          Optional.empty(),
          Optional.empty(),
          false,
          Optional.empty(),
          Map.of(),
          Map.of(),
          List.of(),
          false,
          List.of());

  public LastReportedStatus {
    requireNonNull(startedAt, "startedAt is null");
    requireNonNull(outcome, "outcome is null");
    requireNonNull(endedAt, "endedAt is null");
    groups = groups.map(Map::copyOf);
    finished = Map.copyOf(finished);
    ended = Map.copyOf(ended);
    approvals = List.copyOf(approvals);
    exceptions = List.copyOf(exceptions);
  }

  /** Returns the same without what it says of groups that are finished: they may be others now. */
  LastReportedStatus withoutFinished() {
    return new LastReportedStatus(
        startedAt,
        outcome,
        endedAt,
        runOpen,
        groups,
        Map.of(),
        ended,
        approvals,
        paused,
        exceptions);
  }

  /** Returns the same without what it says of these groups, whose attempt has ended. */
  LastReportedStatus withoutEnded(Set<GroupKey> unsure) {
    Map<GroupKey, Long> others = new HashMap<>(ended);
    others.keySet().removeAll(unsure);
    return new LastReportedStatus(
        startedAt,
        outcome,
        endedAt,
        runOpen,
        groups,
        finished,
        others,
        approvals,
        paused,
        exceptions);
  }

  public boolean succeeded() {
    return outcome.filter(end -> end == Outcome.SUCCEEDED).isPresent();
  }

  /**
   * One listed cluster.
   *
   * @param status OCM's status of it
   * @param groupName name of the group in which it counts; empty: it has none
   * @param reason the label of its {@code IssueReason}
   * @param ignored whether it did not count
   */
  public record ListedIssue(
      String cluster,
      String groupName,
      String status,
      String reason,
      Instant since,
      boolean ignored) {
    public ListedIssue {
      requireNonNull(cluster, "cluster is null");
      groupName = requireNonNullElse(groupName, "");
      requireNonNull(status, "status is null");
      requireNonNull(reason, "reason is null");
      requireNonNull(since, "since is null");
    }

    public ListedIssue(String cluster, String status, String reason, Instant since) {
      this(cluster, "", status, reason, since, false);
    }

    /** Returns true for a failure that did not count. */
    boolean ignoredFailure() {
      return ignored && ClusterStatus.failure(status);
    }
  }
}
