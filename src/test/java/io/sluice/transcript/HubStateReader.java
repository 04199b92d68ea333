package io.sluice.transcript;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.RolloutPlanner;
import io.sluice.plan.recovery.LastReportedStatus;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.plan.recovery.StateRecovery;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Counts;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Report;
import io.sluice.rollout.RequestedApproval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads from the hub alone where an attempt stands, as for the rows of the root's status. */
final class HubStateReader {
  private final ScenarioHub hub;
  private final ScenarioRollout object;
  private final ListShuffler disorder;

  HubStateReader(ScenarioHub hub, ListShuffler disorder) {
    this.hub = hub;
    this.object = hub.rollout.orElseThrow();
    this.disorder = disorder;
  }

  /** The word of every cluster. */
  Map<String, ClusterStatus> words(AttemptSpec spec, Instant now) {
    List<Report> reports = new ArrayList<>();
    hub.replicas.keySet().forEach(cluster -> reports.add(hub.report(cluster, now)));
    HubSnapshot view = hub.view(spec);
    return RolloutPlanner.look(
            StateRecovery.of(spec, lastTold(), view.fleet(), held()),
            new Observation(view, List.of(), List.of(), disorder.of(reports)),
            now)
        .state()
        .statuses();
  }

  List<ReplicaState> held() {
    List<ReplicaState> held = new ArrayList<>();
    hub.replicas.forEach(
        (cluster, replica) ->
            held.add(
                new ReplicaState(
                    cluster,
                    hub.report(cluster, Instant.EPOCH).contentHash(),
                    Optional.of(dispatch(replica)))));
    return disorder.of(held);
  }

  List<Replica> replicas() {
    return held().stream()
        .map(
            held ->
                new Replica(
                    new PolicyName("policies", "web"),
                    held.cluster(),
                    "1",
                    held.contentHash(),
                    held.dispatch(),
                    Optional.empty(),
                    List.of(),
                    List.of()))
        .toList();
  }

  private static Dispatch dispatch(ScenarioReplica replica) {
    return new Dispatch(
        replica.rolloutUid(),
        replica.attempt(),
        replica.version(),
        replica.as(),
        replica.at(),
        replica.at(),
        Map.of());
  }

  LastReportedStatus lastTold() {
    Progress told = object.told.orElseThrow();
    boolean over =
        !object.runOpen
            && told.outcome()
                .filter(end -> end == Outcome.SUCCEEDED || end == Outcome.FAILED)
                .isPresent();
    return new LastReportedStatus(
        told.startedAt(),
        told.outcome(),
        told.endedAt(),
        groups(told, counts -> counts.toApply() + counts.progressing() + counts.soaking() == 0),
        groups(told, counts -> over).keySet(),
        approvals(told),
        told.paused(),
        told.exceptions().stream()
            .map(
                entry ->
                    new LastReportedStatus.ListedIssue(
                        entry.cluster(), entry.status(), entry.reason().label(), entry.since()))
            .toList());
  }

  private static Map<GroupKey, Long> groups(Progress told, Predicate<Counts> which) {
    return told.groups().stream()
        .filter(group -> which.test(group.counts()))
        .collect(
            Collectors.toMap(
                Progress.Group::key,
                group -> group.counts().clusters() - group.counts().ignored()));
  }

  private static List<RequestedApproval> approvals(Progress told) {
    return told.approvals().stream()
        .filter(approval -> approval.how().equals("Signal"))
        .map(
            approval ->
                new RequestedApproval(
                    approval.groupName(),
                    approval.by(),
                    approval.at().orElseThrow(),
                    approval.comment()))
        .toList();
  }
}
