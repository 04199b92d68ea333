package io.sluice.status;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ClusterStatus;
import io.sluice.policy.Dispatch;
import io.sluice.policy.RolloutTarget;
import io.sluice.policy.Verdict;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.Counts;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Wording;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Updates the status of an ended attempt: clusters that joined, left, recovered late or regressed
 * (rollout-strategy 3.7 and 3.4). {@link EndedGroupCounts} counts.
 *
 * @param groups in rollout order, with their present counts
 * @param exceptions by cluster
 * @param omitted how many exceptions are not listed
 */
public record EndedAttemptStatus(
    List<Progress.Group> groups, List<ClusterIssue> exceptions, long omitted) {
  public EndedAttemptStatus {
    groups = List.copyOf(groups);
    exceptions = List.copyOf(exceptions);
  }

  /**
   * What the Rollout object reports of the ended attempt.
   *
   * @param endedAt when its outcome was set
   * @param exceptions with every failure
   * @param omitted how many exceptions are not listed
   */
  public record Reported(
      String rolloutUid,
      Instant endedAt,
      List<Progress.Group> groups,
      List<ClusterIssue> exceptions,
      long omitted) {
    public Reported {
      requireNonNull(rolloutUid, "rolloutUID is null");
      requireNonNull(endedAt, "endedAt is null");
      groups = List.copyOf(groups);
      exceptions = List.copyOf(exceptions);
    }
  }

  /**
   * Updates the status from the hub.
   *
   * @param fleet a coherent snapshot
   * @param clusters those that have something
   */
  public static EndedAttemptStatus of(
      Reported reported,
      FleetView fleet,
      RolloutTarget target,
      Collection<EndedCluster> clusters,
      Instant now) {
    Map<String, EndedCluster> byCluster =
        clusters.stream()
            .collect(
                Collectors.toMap(EndedCluster::cluster, Function.identity(), (one, other) -> one));
    Set<String> selected =
        fleet.groups().stream()
            .flatMap(group -> group.clusters().stream())
            .collect(Collectors.toSet());
    List<ClusterIssue> exceptions =
        reported.exceptions().stream()
            .filter(listed -> selected.contains(listed.cluster()))
            // A selected cluster is not about to leave any more.
            .filter(listed -> listed.reason() != IssueReason.REMOVAL_PENDING)
            .filter(
                listed ->
                    listed.reason() != IssueReason.UNKNOWN_CONTENT
                        || fleet.unknownContent().contains(listed.cluster()))
            .filter(
                listed ->
                    listed.reason() != IssueReason.REPAIR_UNDONE
                        || fleet.repairUndone().contains(listed.cluster()))
            .filter(listed -> !writtenAgain(listed, byCluster))
            .map(listed -> failed(listed) ? now(listed, byCluster, target, now) : listed)
            .toList();
    long newcomers =
        selected.stream()
            .filter(cluster -> newcomer(reported, Optional.ofNullable(byCluster.get(cluster))))
            .count();
    boolean unchangedFleet =
        exceptions.size() == reported.exceptions().size()
            && selected.size() == sum(reported.groups()).clusters()
            && newcomers == sum(reported.groups()).newCluster();
    // A cluster that only changed its group is still counted in the former one.
    List<Progress.Group> groups =
        unchangedFleet ? reported.groups() : EndedGroups.now(reported, fleet.groups(), byCluster);
    LateIssues late = new LateIssues(reported, target, now);
    List<ClusterIssue> standing =
        exceptions.stream().filter(listed -> !compliesAgain(listed, byCluster)).toList();
    List<ClusterIssue> added = late.added(standing, fleet, byCluster);
    int listed = Math.min(added.size(), Math.max(standing.size(), LateIssues.MOST));
    return new EndedAttemptStatus(
        groups,
        LateIssues.sorted(added.subList(0, listed)),
        // What the run has cut is not known by name, and stays counted.
        Math.max(reported.omitted(), added.size() - listed));
  }

  private static Counts sum(List<Progress.Group> groups) {
    return groups.stream().map(Progress.Group::counts).reduce(Counts.ZERO, Counts::plus);
  }

  /** The sum of all groups. */
  public Counts counts() {
    return sum(groups);
  }

  /** Mode KeepPrevious: dispatched after the end, without an attempt. */
  static boolean newcomer(Reported reported, Optional<EndedCluster> cluster) {
    return cluster
        .flatMap(EndedCluster::dispatch)
        .filter(dispatch -> dispatch.as() == Dispatch.As.NEWCOMER)
        .filter(dispatch -> dispatch.rolloutUid().equals(reported.rolloutUid()))
        .filter(dispatch -> !dispatch.at().isBefore(reported.endedAt()))
        .isPresent();
  }

  /** Its replica was gone and refused when the attempt ended, and exists again (3.4). */
  private static boolean writtenAgain(ClusterIssue listed, Map<String, EndedCluster> byCluster) {
    return listed.reason() == IssueReason.CANNOT_WRITE
        && listed.status().equals(ClusterStatus.SUCCEEDED.label())
        && byCluster.containsKey(listed.cluster());
  }

  /** What is listed is what needs attention now: its success stood all the time. */
  private static boolean compliesAgain(ClusterIssue listed, Map<String, EndedCluster> byCluster) {
    EndedCluster now = byCluster.get(listed.cluster());
    return listed.reason() == IssueReason.REGRESSED
        && now != null
        && now.verdict() == Verdict.POSITIVE;
  }

  private static boolean failed(ClusterIssue listed) {
    return listed.reason() == IssueReason.FAILED || listed.reason() == IssueReason.TIME_OUT;
  }

  private static ClusterIssue now(
      ClusterIssue listed, Map<String, EndedCluster> byCluster, RolloutTarget target, Instant now) {
    return Optional.ofNullable(byCluster.get(listed.cluster()))
        .filter(found -> found.verdict() == Verdict.POSITIVE)
        .map(
            found ->
                new ClusterIssue(
                    listed.cluster(),
                    listed.groupName(),
                    listed.status(),
                    IssueReason.RECOVERED_LATE,
                    now,
                    Wording.capital(target.success()) + ", but after its deadline.",
                    listed.ignored()))
        .orElse(listed);
  }
}
