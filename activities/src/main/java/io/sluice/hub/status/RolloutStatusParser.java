package io.sluice.hub.status;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.lifecycle.RolloutRecord;
import io.sluice.plan.recovery.LastReportedStatus;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Progress;
import io.sluice.rollout.RequestedApproval;
import io.sluice.status.EndedAttemptStatus;
import io.sluice.status.IdleStatus;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads back what a Rollout object says of its last attempt (rollout-strategy 5). */
public final class RolloutStatusParser {
  private final GenericKubernetesResource object;
  private final RolloutStatus status;

  private RolloutStatusParser(GenericKubernetesResource object) {
    this.object = object;
    this.status = RolloutStatusTree.of(RolloutStatusTree.status(object)).read();
  }

  public static RolloutStatusParser of(GenericKubernetesResource object) {
    return new RolloutStatusParser(object);
  }

  /**
   * What decides whether another attempt is due.
   *
   * @param policyUid UID of the policy: an object that a person made has no owner, and is its own
   */
  public RolloutRecord record(String policyUid) {
    return new RolloutRecord(
        owner().orElse(policyUid),
        requireNonNullElse(status.attempt, 0L),
        rolloutUid(),
        Boolean.TRUE.equals(status.runOpen),
        requireNonNullElse(status.currentRolloutGeneration, 0L),
        status.strategyHash,
        Optional.ofNullable(status.outcome),
        JsonTree.text(JsonTree.map(HubObjects.part(object, "spec"), "retryRollout"), "rolloutUID"));
  }

  /**
   * What is told between two attempts.
   *
   * @param policyUid as for {@link #record}
   */
  public IdleStatus.Last last(String policyUid) {
    RolloutStatus.Counts counts =
        requireNonNullElse(status.counts, new RolloutStatus.Counts(0, 0, 0, 0, 0, 0, 0, 0, 0));
    long unstarted = counts.toApply() + counts.newCluster();
    return new IdleStatus.Last(
        record(policyUid),
        counts.toApply() + counts.progressing() + counts.soaking(),
        counts.clusters() - unstarted,
        Optional.ofNullable(status.phase),
        Optional.ofNullable(status.waitingFor));
  }

  /** What is carried on of an ended attempt; absent where it runs, or where groups were cut. */
  public Optional<EndedAttemptStatus.Told> ended() {
    boolean whole = requireNonNullElse(status.decisionGroupsOmitted, 0L) == 0 && allListed();
    return instant(status.endedAt)
        .filter(end -> status.outcome != null && whole)
        .map(
            end ->
                new EndedAttemptStatus.Told(
                    rolloutUid(),
                    end,
                    groups().stream().map(RolloutStatusParser::group).toList(),
                    listed().stream().flatMap(RolloutStatusParser::exception).toList()));
  }

  private static Progress.Group group(RolloutStatus.Group group) {
    RolloutStatus.Counts counts = group.counts();
    return new Progress.Group(
        new GroupKey(group.placement(), group.groupName(), group.groupIndex()),
        group.approved(),
        group.failuresTolerated(),
        new Counts(
            counts.clusters(),
            counts.toApply(),
            counts.progressing(),
            counts.soaking(),
            counts.succeeded(),
            counts.failed(),
            counts.timeOut(),
            counts.newCluster(),
            counts.ignored()));
  }

  private static Stream<ClusterIssue> exception(RolloutStatus.ClusterException listed) {
    return Arrays.stream(ClusterIssue.IssueReason.values())
        .filter(reason -> reason.label().equals(listed.reason()))
        .map(
            reason ->
                new ClusterIssue(
                    listed.cluster(),
                    listed.groupName(),
                    listed.status(),
                    reason,
                    instant(listed.since()).orElse(Instant.EPOCH),
                    requireNonNullElse(listed.message(), ""),
                    listed.ignored()));
  }

  /** Whether every cluster is listed that is not as it should be. */
  public boolean allListed() {
    return requireNonNullElse(status.exceptionsOmitted, 0L) == 0;
  }

  public String rolloutUid() {
    return requireNonNullElse(status.rolloutUID, "");
  }

  public long attempt() {
    return requireNonNullElse(status.attempt, 0L);
  }

  public boolean runOpen() {
    return Boolean.TRUE.equals(status.runOpen);
  }

  /** OCM's word for the whole. */
  public Optional<String> rolloutStatus() {
    return Optional.ofNullable(status.rolloutStatus);
  }

  /** The ControllerRevision of the version that was rolled out last with success. */
  public Optional<String> lastSuccessfulRevision() {
    return Optional.ofNullable(status.lastSuccessfulRevision);
  }

  public boolean succeeded() {
    return "Succeeded".equals(status.outcome);
  }

  /** What the status still says of the attempt, where its run was lost. */
  public LastReportedStatus told() {
    return new LastReportedStatus(
        instant(status.startedAt).orElse(Instant.EPOCH),
        Arrays.stream(Outcome.values())
            .filter(outcome -> outcome.label().equals(status.outcome))
            .findFirst(),
        instant(status.endedAt),
        groups(group -> finished(group.counts())),
        groups(group -> over()).keySet(),
        approvals().stream()
            .filter(approval -> "Signal".equals(approval.how()))
            .map(RolloutStatusParser::message)
            .toList(),
        Boolean.TRUE.equals(status.paused),
        listed().stream()
            .map(
                entry ->
                    new LastReportedStatus.ListedIssue(
                        entry.cluster(),
                        entry.status(),
                        entry.reason(),
                        instant(entry.since()).orElse(Instant.EPOCH)))
            .toList());
  }

  /**
   * The groups of that kind, as far as every failure in them is listed by name, and their sizes
   * without the ignored, whom these counts say nothing of.
   */
  private Map<GroupKey, Long> groups(Predicate<RolloutStatus.Group> which) {
    return groups().stream()
        .filter(group -> group.counts() != null && which.test(group) && allListed(group))
        .collect(
            Collectors.toMap(
                group -> new GroupKey(group.placement(), group.groupName(), group.groupIndex()),
                group -> group.counts().clusters() - group.counts().ignored(),
                Math::max));
  }

  /** The list is cut in a big fleet; then nobody may pass for succeeded by not being on it. */
  private boolean allListed(RolloutStatus.Group group) {
    long failures = group.counts().failed() + group.counts().timeOut();
    return failures == 0 || requireNonNullElse(status.exceptionsOmitted, 0L) == 0;
  }

  /** True when the attempt came to its end, so that nobody is in flight any more. */
  private boolean over() {
    return !runOpen() && ("Succeeded".equals(status.outcome) || "Failed".equals(status.outcome));
  }

  private static boolean finished(RolloutStatus.Counts counts) {
    return counts.toApply() == 0 && counts.progressing() == 0 && counts.soaking() == 0;
  }

  private static RequestedApproval message(RolloutStatus.Approval approval) {
    return new RequestedApproval(
        Optional.ofNullable(approval.groupName()),
        requireNonNullElse(approval.by(), "unknown"),
        instant(approval.at()).orElse(Instant.EPOCH),
        Optional.ofNullable(approval.comment()));
  }

  private static Optional<Instant> instant(String text) {
    return Optional.ofNullable(text).map(Instant::parse);
  }

  private List<RolloutStatus.Group> groups() {
    return requireNonNullElse(status.decisionGroups, List.of());
  }

  private List<RolloutStatus.Approval> approvals() {
    return requireNonNullElse(status.approvals, List.of());
  }

  private List<RolloutStatus.ClusterException> listed() {
    return requireNonNullElse(status.exceptions, List.of());
  }

  /** The words of the clusters that are listed as exceptions. */
  public Map<String, ClusterStatus> exceptions() {
    return listed().stream()
        .flatMap(
            listed ->
                Arrays.stream(ClusterStatus.values())
                    .filter(word -> word.label().equals(listed.status()))
                    .map(word -> Map.entry(listed.cluster(), word)))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one));
  }

  private Optional<String> owner() {
    return requireNonNullElse(object.getMetadata().getOwnerReferences(), List.<OwnerReference>of())
        .stream()
        .filter(reference -> "Policy".equals(reference.getKind()))
        .map(OwnerReference::getUid)
        .findFirst();
  }
}
