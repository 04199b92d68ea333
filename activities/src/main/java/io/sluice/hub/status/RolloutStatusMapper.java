package io.sluice.hub.status;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.workflow.AttemptRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes where an attempt stands into the status of its Rollout object (rollout-strategy 5).
 *
 * <p>A function of the former status: what it does not name stays. Whatever could grow with the
 * fleet is cut, and what is cut is counted.
 */
public final class RolloutStatusMapper {
  private static final int MOST_GROUPS = 200;
  private static final int MOST_APPROVALS = 100;
  private static final int MOST_FORMER = 10;

  /** What the run of an attempt writes with every publication. */
  private static final List<String> OF_THE_RUN =
      List.of(
          "observedGeneration",
          "rolloutUID",
          "currentRolloutGeneration",
          "rolloutStatus",
          "phase",
          "outcome",
          "waitingFor",
          "startedAt",
          "endedAt",
          "nextCheckAt",
          "decisionGroups",
          "decisionGroupsOmitted",
          "counts",
          "evidence",
          "exceptions",
          "exceptionsOmitted",
          "approvals",
          "approvalsOmitted",
          "attempt",
          "runOpen",
          "strategyHash",
          "paused");

  /** What begins anew with an attempt. */
  private static final List<String> OF_THE_ATTEMPT =
      plus(OF_THE_RUN, List.of("policyVersion", "history"));

  private RolloutStatusMapper() {}

  /** The status after an attempt has claimed the object: the former attempt becomes history. */
  public static Map<String, Object> claimed(
      Map<String, Object> former,
      AttemptRef attempt,
      Optional<String> policyVersion,
      long generation,
      Instant now) {
    RolloutStatusTree tree = RolloutStatusTree.of(former);
    RolloutStatus before = tree.read();
    RolloutStatus status = begun(attempt, generation, true);
    status.policyVersion = policyVersion.orElse(null);
    status.phase = Phase.PENDING.label();
    status.waitingFor = "Waiting for the attempt to take its first look at the hub.";
    status.startedAt = RolloutStatusTree.seconds(now);
    status.history = history(before);
    return tree.set(status, OF_THE_ATTEMPT).tree();
  }

  /** The status of a run that goes on after Temporal lost it: only that it is open again. */
  public static Map<String, Object> reclaimed(Map<String, Object> former) {
    RolloutStatus status = new RolloutStatus();
    status.runOpen = true;
    return RolloutStatusTree.of(former).set(status, List.of("runOpen")).tree();
  }

  /** The status of an attempt that is where this progress says. */
  public static Map<String, Object> published(
      Map<String, Object> former,
      AttemptRef attempt,
      Progress progress,
      boolean runOpen,
      long generation) {
    RolloutStatus status = begun(attempt, generation, runOpen);
    status.rolloutStatus = progress.rolloutStatus().orElse(null);
    status.phase = progress.phase().label();
    status.outcome = progress.outcome().map(Outcome::label).orElse(null);
    status.waitingFor = RolloutStatusTree.cut(progress.waitingFor());
    status.startedAt = RolloutStatusTree.seconds(progress.startedAt());
    status.endedAt = progress.endedAt().map(RolloutStatusTree::seconds).orElse(null);
    status.nextCheckAt = progress.nextCheckAt().map(RolloutStatusTree::seconds).orElse(null);
    status.decisionGroups =
        progress.groups().stream().limit(MOST_GROUPS).map(RolloutStatusMapper::group).toList();
    status.decisionGroupsOmitted = omitted(progress.groups().size() - MOST_GROUPS);
    status.counts = counts(progress.counts());
    status.evidence = new RolloutStatus.Evidence(progress.confirmed(), progress.weak());
    status.exceptions = progress.exceptions().stream().map(RolloutStatusMapper::exception).toList();
    status.exceptionsOmitted = omitted(progress.exceptionsOmitted());
    status.approvals =
        progress.approvals().stream()
            .limit(MOST_APPROVALS)
            .map(RolloutStatusMapper::approval)
            .toList();
    status.paused = progress.paused() ? true : null;
    status.approvalsOmitted = omitted(progress.approvals().size() - MOST_APPROVALS);
    return RolloutStatusTree.of(former).set(status, OF_THE_RUN).tree();
  }

  private static RolloutStatus begun(AttemptRef attempt, long generation, boolean runOpen) {
    RolloutStatus status = new RolloutStatus();
    status.observedGeneration = generation;
    status.rolloutUID = attempt.rolloutUid();
    status.currentRolloutGeneration = attempt.version().generation();
    status.attempt = attempt.attempt();
    status.runOpen = runOpen;
    status.strategyHash = attempt.strategyHash();
    return status;
  }

  /** An attempt that was cut off without an outcome was superseded (rollout-strategy 1.3). */
  private static List<RolloutStatus.Former> history(RolloutStatus before) {
    List<RolloutStatus.Former> history = new ArrayList<>();
    if (before.rolloutUID != null) {
      history.add(
          new RolloutStatus.Former(
              before.rolloutUID,
              before.currentRolloutGeneration,
              Objects.requireNonNullElse(before.outcome, Outcome.SUPERSEDED.label()),
              before.waitingFor == null || before.waitingFor.isEmpty() ? null : before.waitingFor,
              before.startedAt,
              before.endedAt));
    }
    history.addAll(Objects.requireNonNullElse(before.history, List.of()));
    return history.subList(0, Math.min(MOST_FORMER, history.size()));
  }

  public static RolloutStatus.Group group(Progress.Group group) {
    return new RolloutStatus.Group(
        group.key().placement(),
        group.key().name(),
        group.key().index(),
        group.approved(),
        group.failuresTolerated(),
        counts(group.counts()));
  }

  public static RolloutStatus.Counts counts(Counts counts) {
    return new RolloutStatus.Counts(
        counts.clusters(),
        counts.toApply(),
        counts.progressing(),
        counts.soaking(),
        counts.succeeded(),
        counts.failed(),
        counts.timeOut(),
        counts.newCluster(),
        counts.ignored());
  }

  public static RolloutStatus.ClusterException exception(ClusterIssue exception) {
    return new RolloutStatus.ClusterException(
        exception.cluster(),
        exception.groupName(),
        exception.status(),
        exception.reason().label(),
        RolloutStatusTree.seconds(exception.since()),
        RolloutStatusTree.cut(exception.message()),
        exception.ignored());
  }

  private static RolloutStatus.Approval approval(Progress.Approval approval) {
    return new RolloutStatus.Approval(
        approval.groupName().orElse(null),
        approval.approved(),
        approval.by(),
        approval.at().map(RolloutStatusTree::seconds).orElse(null),
        approval.how(),
        approval.comment().map(RolloutStatusTree::cut).orElse(null));
  }

  private static Long omitted(long number) {
    return number > 0 ? number : null;
  }

  private static List<String> plus(List<String> some, List<String> more) {
    List<String> all = new ArrayList<>(some);
    all.addAll(more);
    return List.copyOf(all);
  }
}
