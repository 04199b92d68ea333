package io.sluice.status;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.DecisionGroup;
import io.sluice.policy.Dispatch;
import io.sluice.policy.RolloutTarget;
import io.sluice.policy.Verdict;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.Counts;
import io.sluice.rollout.FleetView;
import io.sluice.status.EndedAttemptStatus.Reported;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lists clusters that succeeded in an attempt and need attention after its end: exception Regressed
 * if they do not comply any more (rollout-strategy 3.4), UnknownContent if their replica was edited
 * and there is no version to restore (policy-propagation 7), RepairUndone if it undoes repairs
 * (policy-propagation 8.1). The outcome and the counts stay.
 */
final class LateIssues {
  /** As many as a status lists (rollout-strategy 5, "Size"). */
  static final int MOST = 100;

  private static final String REGRESSED = "Not %s any more, after its soak was over.";

  private static final String EDITED =
      "Its replica was edited, and carries neither a known version nor a readable dispatch. No"
          + " version has succeeded yet, so it stays as it is until the next attempt.";

  private final Reported reported;
  private final RolloutTarget target;
  private final Instant now;

  LateIssues(Reported reported, RolloutTarget target, Instant now) {
    this.reported = reported;
    this.target = target;
    this.now = now;
  }

  /** Returns the listed exceptions, and after them the late ones by cluster. */
  List<ClusterIssue> added(
      List<ClusterIssue> listed, FleetView fleet, Map<String, EndedCluster> clusters) {
    Set<String> known = listed.stream().map(ClusterIssue::cluster).collect(Collectors.toSet());
    Stream<ClusterIssue> late =
        fleet.groups().stream()
            .flatMap(
                group ->
                    group.clusters().stream()
                        .filter(cluster -> !known.contains(cluster))
                        .flatMap(
                            cluster ->
                                regressed(group, clusters.get(cluster))
                                    ? Stream.of(
                                        issue(
                                            cluster,
                                            group,
                                            IssueReason.REGRESSED,
                                            REGRESSED.formatted(target.success())))
                                    : written(cluster, group, fleet).stream()));
    return Stream.concat(listed.stream(), sorted(late.toList()).stream()).toList();
  }

  /** Returns them by cluster. */
  static List<ClusterIssue> sorted(List<ClusterIssue> issues) {
    return issues.stream()
        .sorted(Comparator.comparing(ClusterIssue::cluster, ByteOrder.NAMES))
        .toList();
  }

  /** In a group that is not finished a cluster may carry what others gave it. */
  private Optional<ClusterIssue> written(String cluster, DecisionGroup group, FleetView fleet) {
    boolean edited = fleet.unknownContent().contains(cluster);
    if (!finished(group) || !edited && !fleet.repairUndone().contains(cluster)) {
      return Optional.empty();
    }
    return Optional.of(
        edited
            ? issue(cluster, group, IssueReason.UNKNOWN_CONTENT, EDITED)
            : issue(cluster, group, IssueReason.REPAIR_UNDONE, ClusterIssue.REPAIR_UNDONE));
  }

  private boolean regressed(DecisionGroup group, EndedCluster cluster) {
    return cluster != null
        && cluster.verdict() == Verdict.NEGATIVE
        && !EndedAttemptStatus.newcomer(reported, Optional.of(cluster))
        && (finished(group) || dispatched(cluster));
  }

  /** In a group that is finished each cluster that is not listed has succeeded. */
  private boolean finished(DecisionGroup group) {
    return reported.groups().stream()
        .filter(last -> last.key().published().equals(group.key()))
        .anyMatch(last -> over(last.counts()));
  }

  private static boolean over(Counts counts) {
    return counts.toApply() + counts.progressing() + counts.soaking() == 0;
  }

  private boolean dispatched(EndedCluster cluster) {
    return cluster
        .dispatch()
        .filter(dispatch -> dispatch.as() == Dispatch.As.DISPATCHED)
        .filter(dispatch -> dispatch.rolloutUid().equals(reported.rolloutUid()))
        .isPresent();
  }

  private ClusterIssue issue(
      String cluster, DecisionGroup group, IssueReason reason, String message) {
    return new ClusterIssue(
        cluster, group.key().name(), ClusterStatus.SUCCEEDED.label(), reason, now, message, false);
  }
}
