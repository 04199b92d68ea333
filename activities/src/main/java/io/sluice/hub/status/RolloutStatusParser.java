package io.sluice.hub.status;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.gate.KeptVersion;
import io.sluice.hub.client.OwnerReferences;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.plan.recovery.LastReportedStatus;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Progress;
import io.sluice.rollout.RequestedApproval;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.status.EndedAttemptStatus;
import io.sluice.status.IdleStatus;
import io.sluice.status.NewcomerApprovals;
import io.sluice.status.RolloutCondition;
import io.sluice.status.RolloutConditions;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Parses the status of a Rollout object (rollout-strategy 5). {@link RolloutStatusMapper} writes
 * it.
 */
public final class RolloutStatusParser {
  private final GenericKubernetesResource object;

  /** Parsed on demand, and once: every part of a pass asks for it. */
  private volatile RolloutStatus parsed;

  private RolloutStatusParser(GenericKubernetesResource object) {
    this.object = object;
  }

  public static RolloutStatusParser of(GenericKubernetesResource object) {
    return new RolloutStatusParser(object);
  }

  /** Returns the status as it is stored; its fields are null where it lacks them. */
  public RolloutStatus status() {
    RolloutStatus status = parsed;
    if (status == null) {
      status = RolloutStatusTree.of(RolloutStatusTree.status(object)).read();
      parsed = status;
    }
    return status;
  }

  /**
   * Returns what decides whether another attempt is due.
   *
   * @param policyUid UID of the policy: an object made by a person has no owner, and counts as its
   */
  public RolloutRecord record(String policyUid) {
    Optional<RolloutSpec.RetryRollout> retry = RolloutSpecReader.retry(object);
    return new RolloutRecord(
        OwnerReferences.ownerUid(object).orElse(policyUid),
        attempt(),
        rolloutUid(),
        runOpen(),
        requireNonNullElse(status().currentRolloutGeneration, 0L),
        status().strategyHash,
        Optional.ofNullable(status().outcome),
        retry.map(RolloutSpec.RetryRollout::rolloutUID),
        retry.map(RolloutSpec.RetryRollout::failedOnly).orElse(false));
  }

  /**
   * Returns what the status between two attempts depends on.
   *
   * @param policyUid as for {@link #record}
   */
  public IdleStatus.LastAttempt last(String policyUid) {
    Counts counts = requireNonNullElse(status().counts, Counts.ZERO);
    long unstarted = counts.toApply() + counts.newCluster();
    return new IdleStatus.LastAttempt(
        record(policyUid),
        counts.toApply() + counts.progressing() + counts.soaking(),
        counts.clusters() - unstarted,
        Optional.ofNullable(status().phase),
        Optional.ofNullable(status().waitingFor));
  }

  /** Returns whether it reports that the policy lost its strategy to the CRD, after an attempt. */
  public boolean strategyMissed() {
    return attempt() > 0
        && RolloutStatusTree.of(RolloutStatusTree.status(object))
            .condition(RolloutCondition.ACCEPTED)
            .filter(accepted -> "False".equals(accepted.getStatus()))
            .filter(
                accepted ->
                    Refusal.Reason.STRATEGY_FIELD_MISSING.label().equals(accepted.getReason()))
            .isPresent();
  }

  /** Returns the ended attempt; empty while it runs, and where groups or failures were cut. */
  public Optional<EndedAttemptStatus.Reported> ended() {
    boolean whole =
        requireNonNullElse(status().decisionGroupsOmitted, 0L) == 0 && allFailuresListed();
    return endedAt()
        .filter(end -> whole)
        .map(
            end ->
                new EndedAttemptStatus.Reported(
                    rolloutUid(),
                    end,
                    groups().stream().map(RolloutStatusParser::group).toList(),
                    issues().stream().flatMap(issue -> issue(issue).stream()).toList(),
                    requireNonNullElse(status().exceptionsOmitted, 0L)));
  }

  /** Clusters that regressed after the end may be cut: they are found again. */
  private boolean allFailuresListed() {
    Counts counts = requireNonNullElse(status().counts, Counts.ZERO);
    long listed =
        issues().stream()
            .filter(issue -> !issue.ignored())
            .filter(issue -> ClusterStatus.failure(issue.status()))
            .count();
    return allListed() || listed >= counts.failed() + counts.timeOut();
  }

  private static Progress.Group group(RolloutStatus.Group group) {
    return new Progress.Group(
        group.placed(), group.approved(), group.failuresTolerated(), group.counts());
  }

  private static Optional<ClusterIssue> issue(RolloutStatus.Issue issue) {
    return labelled(
            ClusterIssue.IssueReason.values(), ClusterIssue.IssueReason::label, issue.reason())
        .map(
            reason ->
                new ClusterIssue(
                    issue.cluster(),
                    issue.groupName(),
                    issue.status(),
                    reason,
                    instant(issue.since()).orElse(Instant.EPOCH),
                    requireNonNullElse(issue.message(), ""),
                    issue.ignored()));
  }

  /**
   * Returns whether a cluster that is not listed may be one of those that were cut, such as one
   * that could never be written. That is rare, as failures are listed before others.
   *
   * @param ignored whether its failure does not count
   */
  public boolean mayOmit(boolean ignored) {
    return !allListed() && (ignored || !allFailuresListed());
  }

  /** Returns when the outcome was set. */
  public Optional<Instant> endedAt() {
    return instant(status().endedAt).filter(end -> status().outcome != null);
  }

  /** Whether every cluster that needs attention is listed. */
  public boolean allListed() {
    return requireNonNullElse(status().exceptionsOmitted, 0L) == 0;
  }

  /**
   * Returns whether a retry that somebody asks for can be granted: one of an attempt that is not
   * over does nothing (rollout-strategy 5).
   *
   * @param rolloutUid the present attempt, and how it ended
   */
  public Optional<RolloutCondition> retryAccepted(String rolloutUid, Optional<Outcome> outcome) {
    List<String> former =
        requireNonNullElse(status().history, List.<RolloutStatus.Former>of()).stream()
            .map(RolloutStatus.Former::rolloutUID)
            .toList();
    return RolloutConditions.retry(
        RolloutSpecReader.retry(object).map(RolloutSpec.RetryRollout::rolloutUID),
        rolloutUid,
        former,
        outcome);
  }

  public String rolloutUid() {
    return requireNonNullElse(status().rolloutUID, "");
  }

  public long attempt() {
    return requireNonNullElse(status().attempt, 0L);
  }

  public boolean runOpen() {
    return Boolean.TRUE.equals(status().runOpen);
  }

  /** Returns OCM's status of the whole rollout (rollout-strategy 1.4). */
  public Optional<String> rolloutStatus() {
    return Optional.ofNullable(status().rolloutStatus);
  }

  /** Returns the name of the ControllerRevision that was last rolled out with success. */
  public Optional<String> lastSuccessfulRevision() {
    return Optional.ofNullable(status().lastSuccessfulRevision);
  }

  /**
   * Returns what clusters keep behind the gate until their turn: the version before, if its last
   * attempt has brought it to all of them (gate 1).
   *
   * @param generation of the version whose turn they wait for
   */
  public KeptVersion kept(long generation) {
    return Stream.concat(
            Stream.of(
                new RolloutStatus.Former(
                    rolloutUid(),
                    requireNonNullElse(status().currentRolloutGeneration, generation),
                    status().outcome,
                    null,
                    null,
                    null)),
            requireNonNullElse(status().history, List.<RolloutStatus.Former>of()).stream())
        .filter(former -> former.generation() != null && former.generation() != generation)
        .findFirst()
        .filter(former -> Outcome.SUCCEEDED.label().equals(former.outcome()))
        .map(former -> new KeptVersion(Optional.of(former.generation())))
        .orElse(KeptVersion.UNKNOWN);
  }

  /**
   * Returns whether the last attempt is the first of that generation, after some of others. A
   * status without former attempts does not show that.
   */
  public boolean firstOf(long generation) {
    List<RolloutStatus.Former> former =
        requireNonNullElse(status().history, List.<RolloutStatus.Former>of());
    return Long.valueOf(generation).equals(status().currentRolloutGeneration)
        && !former.isEmpty()
        && former.stream()
            .allMatch(each -> each.generation() != null && each.generation() != generation);
  }

  /** Returns when the last attempt began; empty before the first. */
  public Optional<Instant> started() {
    return instant(status().startedAt);
  }

  public boolean succeeded() {
    return Outcome.SUCCEEDED.label().equals(status().outcome);
  }

  /** Returns what the status still reports of an attempt whose run was lost. */
  public LastReportedStatus lastReported() {
    return new LastReportedStatus(
        instant(status().startedAt).orElse(Instant.EPOCH),
        labelled(Outcome.values(), Outcome::label, status().outcome),
        instant(status().endedAt),
        runOpen(),
        sizes(),
        // Of ignored clusters the counts do not show the statuses.
        counts(group -> group.counts().finished(), Counts::counted),
        counts(group -> over(), Counts::succeeded),
        approvalsByMessage(),
        Boolean.TRUE.equals(status().paused),
        issues().stream()
            .map(
                issue ->
                    new LastReportedStatus.ListedIssue(
                        issue.cluster(),
                        issue.groupName(),
                        issue.status(),
                        issue.reason(),
                        instant(issue.since()).orElse(Instant.EPOCH),
                        issue.ignored()))
            .toList());
  }

  /** Returns the approvals that outlast the end of the attempt, as far as they are listed. */
  public NewcomerApprovals.Given given() {
    return new NewcomerApprovals.Given(
        approvalsByMessage(),
        approvals("Mandatory")
            .flatMap(approval -> Optional.ofNullable(approval.groupName()).stream())
            .filter(this::listedOnce)
            .toList());
  }

  private boolean listedOnce(String groupName) {
    return requireNonNullElse(status().decisionGroupsOmitted, 0L) == 0
        && groups().stream().filter(group -> group.groupName().equals(groupName)).count() == 1;
  }

  private List<RequestedApproval> approvalsByMessage() {
    return approvals("Signal").map(RolloutStatusParser::requested).toList();
  }

  private Stream<RolloutStatus.Approval> approvals(String how) {
    return requireNonNullElse(status().approvals, List.<RolloutStatus.Approval>of()).stream()
        .filter(approval -> how.equals(approval.how()));
  }

  /**
   * Returns the number of clusters of every group at its place; empty where groups are cut, or two
   * have the same key.
   */
  private Optional<Map<GroupKey, Long>> sizes() {
    Map<GroupKey, Long> sizes = new HashMap<>();
    groups().forEach(group -> sizes.put(group.placed(), group.counts().clusters()));
    boolean all = requireNonNullElse(status().decisionGroupsOmitted, 0L) == 0;
    return Optional.of(sizes).filter(found -> all && found.size() == groups().size());
  }

  /**
   * Returns a count of the groups of that kind, as far as every failure in them is listed by name.
   */
  private Map<GroupKey, Long> counts(
      Predicate<RolloutStatus.Group> which, ToLongFunction<Counts> count) {
    return groups().stream()
        .filter(group -> which.test(group) && allListed(group))
        .collect(
            Collectors.toMap(
                RolloutStatus.Group::key, group -> count.applyAsLong(group.counts()), Math::max));
  }

  /** In a large fleet the list is cut; an unlisted cluster must not count as succeeded then. */
  private boolean allListed(RolloutStatus.Group group) {
    long failures = group.counts().failed() + group.counts().timeOut();
    return failures == 0 || allListed();
  }

  /**
   * Whether the attempt has ended, and left no cluster in flight. One may be left: of an aborted
   * attempt, or if the answer to its first write was lost.
   */
  private boolean over() {
    Counts counts = requireNonNullElse(status().counts, Counts.ZERO);
    return !runOpen()
        && status().outcome != null
        && !Outcome.SUPERSEDED.label().equals(status().outcome)
        && counts.progressing() + counts.soaking() == 0;
  }

  private static RequestedApproval requested(RolloutStatus.Approval approval) {
    return new RequestedApproval(
        Optional.ofNullable(approval.groupName()),
        requireNonNullElse(approval.by(), "unknown"),
        instant(approval.at()).orElse(Instant.EPOCH),
        Optional.ofNullable(approval.comment()));
  }

  /** Returns OCM's status of each listed cluster. */
  public Map<String, ClusterStatus> listedStatuses() {
    return issues().stream()
        .flatMap(
            issue ->
                labelled(ClusterStatus.values(), ClusterStatus::label, issue.status()).stream()
                    .map(known -> Map.entry(issue.cluster(), known)))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one));
  }

  /** Returns the groups in rollout order. */
  public List<RolloutStatus.Group> groups() {
    return requireNonNullElse(status().decisionGroups, List.of());
  }

  private List<RolloutStatus.Issue> issues() {
    return requireNonNullElse(status().exceptions, List.of());
  }

  private static Optional<Instant> instant(String text) {
    return Optional.ofNullable(text).map(Instant::parse);
  }

  /** Returns the constant with that label; empty for one that this version does not know. */
  private static <T> Optional<T> labelled(T[] values, Function<T, String> label, String text) {
    return Arrays.stream(values).filter(value -> label.apply(value).equals(text)).findFirst();
  }
}
