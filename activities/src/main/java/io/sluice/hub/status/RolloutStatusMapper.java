package io.sluice.hub.status;

import static java.util.Objects.requireNonNullElse;

import io.sluice.gate.HeldClusters;
import io.sluice.hold.GroupHold;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.status.EndedAttemptStatus;
import io.sluice.status.IdleStatus;
import io.sluice.status.RolloutCondition;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.StatusUpdate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Maps the progress of an attempt to the status of its Rollout object (rollout-strategy 5). {@link
 * RolloutStatusParser} reads it back.
 *
 * <p>A function of the former status: fields that it does not set stay. Lists that grow with the
 * fleet are cut, and the status counts what was cut.
 */
public final class RolloutStatusMapper {
  private static final int MOST_GROUPS = 200;
  private static final int MOST_APPROVALS = 100;
  private static final int MOST_FORMER_APPROVALS = 20;
  private static final int MOST_FORMER = 10;
  private static final int MOST_FORMER_CHANGES = 20;

  /** Fields that outlast an attempt. */
  private static final List<String> OF_THE_POLICY =
      List.of(
          "lastSuccessful",
          "lastSuccessfulRevision",
          RolloutStatusTree.NOTIFICATIONS,
          RolloutStatusTree.ACTIVATION,
          RolloutStatusTree.CONDITIONS);

  /** Fields that a run does not publish. */
  private static final List<String> NOT_PUBLISHED =
      Stream.concat(OF_THE_POLICY.stream(), Stream.of("policyVersion", "history")).toList();

  private RolloutStatusMapper() {}

  /** Returns the status after a claim; the former attempt becomes history. */
  public static Map<String, Object> claimed(
      Map<String, Object> former,
      AttemptRef attempt,
      Optional<String> policyVersion,
      long generation,
      Instant now) {
    RolloutStatusTree tree = RolloutStatusTree.of(former);
    RolloutStatus status = begun(attempt, generation, true);
    status.policyVersion = policyVersion.orElse(null);
    status.phase = Phase.PENDING.label();
    status.waitingFor = "Waiting for the attempt to take its first look at the hub.";
    status.startedAt = RolloutStatusTree.seconds(now);
    status.history = history(tree.read(), attempt.version().generation());
    return tree.setAllBut(OF_THE_POLICY, status)
        .withoutCondition(RolloutCondition.OVERRIDE_RELEASED)
        .tree();
  }

  /** Returns the status after a claim by a run that continues a lost one: only that it is open. */
  public static Map<String, Object> reclaimed(Map<String, Object> former) {
    RolloutStatus status = new RolloutStatus();
    status.runOpen = true;
    return RolloutStatusTree.of(former).set(status, List.of("runOpen")).tree();
  }

  /** Returns the status that reports this progress. */
  public static Map<String, Object> published(
      Map<String, Object> former, StatusUpdate update, long generation) {
    RolloutStatusTree tree = RolloutStatusTree.of(former);
    Progress progress = update.progress();
    RolloutStatus status = begun(update.attempt(), generation, update.runOpen());
    status.rolloutStatus = progress.rolloutStatus().orElse(null);
    status.phase = progress.phase().label();
    status.outcome = progress.outcome().map(Outcome::label).orElse(null);
    status.waitingFor = RolloutStatusTree.cut(progress.waitingFor());
    status.noCluster = progress.noCluster() ? true : null;
    status.reason =
        update.because().map(RolloutStatusTree::cut).orElseGet(() -> tree.read().reason);
    status.startedAt = RolloutStatusTree.seconds(progress.startedAt());
    status.endedAt = progress.endedAt().map(RolloutStatusTree::seconds).orElse(null);
    status.nextCheckAt = progress.nextCheckAt().map(RolloutStatusTree::seconds).orElse(null);
    status.schedule = RolloutStatus.Schedule.stored(progress.schedule());
    status.checks = RolloutStatus.Check.stored(progress.checks());
    status.decisionGroups = groups(progress.groups().stream().limit(MOST_GROUPS).toList());
    status.decisionGroupsOmitted = omitted(progress.groups().size() - MOST_GROUPS);
    status.counts = progress.counts();
    status.held = RolloutStatus.Held.stored(progress.held());
    status.evidence = new RolloutStatus.Evidence(progress.confirmed(), progress.weak());
    status.exceptions = issues(progress.exceptions());
    status.exceptionsOmitted = omitted(progress.exceptionsOmitted());
    ApprovalTimes times = new ApprovalTimes(tree.read(), status.rolloutUID);
    status.approvals =
        progress.approvals().stream()
            .limit(MOST_APPROVALS)
            .map(approval -> approval(approval, times))
            .toList();
    status.approvalsOmitted = omitted(progress.approvals().size() - MOST_APPROVALS);
    status.paused = progress.paused() ? true : null;
    return tree.setAllBut(NOT_PUBLISHED, status).tree();
  }

  /** Returns the status while no run is open. */
  public static RolloutStatusTree idle(
      Map<String, Object> former, IdleStatus idle, long generation) {
    RolloutStatus status = new RolloutStatus();
    status.observedGeneration = generation;
    status.phase = idle.phase().label();
    status.rolloutStatus = idle.rolloutStatus().orElse(null);
    status.waitingFor = RolloutStatusTree.cut(idle.waitingFor());
    status.noCluster = idle.noCluster() ? true : null;
    return RolloutStatusTree.of(former)
        .set(
            status,
            List.of("observedGeneration", "phase", "rolloutStatus", "waitingFor", "noCluster"));
  }

  /** Enters the clusters of an attempt that has ended, as they are now. */
  public static void ended(RolloutStatusTree tree, EndedAttemptStatus ended) {
    RolloutStatus status = new RolloutStatus();
    status.decisionGroups = groups(ended.groups());
    status.counts = ended.counts();
    status.exceptions = issues(ended.exceptions());
    status.exceptionsOmitted = omitted(ended.omitted());
    tree.set(status, List.of("decisionGroups", "counts", "exceptions", "exceptionsOmitted"));
  }

  /** Enters how many clusters the gate holds; empty where none stages the policy any more. */
  public static void held(RolloutStatusTree tree, Optional<HeldClusters> held) {
    RolloutStatus status = new RolloutStatus();
    status.held = RolloutStatus.Held.stored(held);
    tree.set(status, List.of("held"));
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
  private static List<RolloutStatus.Former> history(RolloutStatus before, long next) {
    List<String> unstaged = unstaged(before);
    Stream<RolloutStatus.Former> latest =
        Stream.ofNullable(before.rolloutUID)
            .map(
                uid ->
                    new RolloutStatus.Former(
                        uid,
                        before.currentRolloutGeneration,
                        requireNonNullElse(before.outcome, Outcome.SUPERSEDED.label()),
                        EndReason.before(before, next).orElse(null),
                        before.startedAt,
                        before.endedAt,
                        approvals(before),
                        unstaged.isEmpty()
                            ? null
                            : unstaged.stream().limit(MOST_FORMER_CHANGES).toList(),
                        omitted(unstaged.size() - MOST_FORMER_CHANGES)));
    List<RolloutStatus.Former> older = requireNonNullElse(before.history, List.of());
    return Stream.concat(latest, older.stream()).limit(MOST_FORMER).toList();
  }

  /**
   * The next attempt has its own exceptions; that a cluster was not staged must not go with these.
   */
  private static List<String> unstaged(RolloutStatus before) {
    return requireNonNullElse(before.exceptions, List.<RolloutStatus.Issue>of()).stream()
        .filter(issue -> IssueReason.UNSTAGED_CHANGE.label().equals(issue.reason()))
        .map(RolloutStatus.Issue::cluster)
        .toList();
  }

  /**
   * Leaves out comments, and all approvals if there are many, as they would fill the status;
   * Temporal's history has them.
   */
  private static List<RolloutStatus.Approval> approvals(RolloutStatus before) {
    List<RolloutStatus.Approval> counted =
        requireNonNullElse(before.approvals, List.<RolloutStatus.Approval>of()).stream()
            .filter(RolloutStatus.Approval::approved)
            .map(
                approval ->
                    new RolloutStatus.Approval(
                        approval.groupName(),
                        true,
                        approval.by(),
                        approval.at(),
                        approval.how(),
                        null))
            .toList();
    boolean all = requireNonNullElse(before.approvalsOmitted, 0L) == 0;
    return all && counted.size() <= MOST_FORMER_APPROVALS ? counted : null;
  }

  private static List<RolloutStatus.Group> groups(List<Progress.Group> groups) {
    return groups.stream()
        .map(
            group ->
                new RolloutStatus.Group(
                    group.key().placement(),
                    group.key().name(),
                    group.key().index(),
                    group.key().kept().orElse(null),
                    group.approved(),
                    group.failuresTolerated(),
                    group.counts(),
                    group.inform().orElse(null),
                    group.holds().stream().map(RolloutStatusMapper::hold).toList()))
        .toList();
  }

  private static RolloutStatus.Hold hold(GroupHold hold) {
    return new RolloutStatus.Hold(
        hold.kind().label(),
        hold.rule().orElse(null),
        RolloutStatusTree.cut(hold.message()),
        hold.until().map(RolloutStatusTree::seconds).orElse(null));
  }

  private static List<RolloutStatus.Issue> issues(List<ClusterIssue> issues) {
    return issues.stream()
        .map(
            issue ->
                new RolloutStatus.Issue(
                    issue.cluster(),
                    issue.groupName(),
                    issue.status(),
                    issue.reason().label(),
                    RolloutStatusTree.seconds(issue.since()),
                    RolloutStatusTree.cut(issue.message()),
                    issue.ignored()))
        .toList();
  }

  private static RolloutStatus.Approval approval(Progress.Approval approval, ApprovalTimes times) {
    return new RolloutStatus.Approval(
        approval.groupName().orElse(null),
        approval.approved(),
        approval.by(),
        times.of(approval).map(RolloutStatusTree::seconds).orElse(null),
        approval.how(),
        approval.comment().map(RolloutStatusTree::cut).orElse(null));
  }

  private static Long omitted(long number) {
    return number > 0 ? number : null;
  }
}
