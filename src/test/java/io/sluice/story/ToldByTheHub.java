package io.sluice.story;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.Attempt;
import io.sluice.plan.AttemptSpec;
import io.sluice.plan.Counts;
import io.sluice.plan.Held;
import io.sluice.plan.HubView;
import io.sluice.plan.LastTold;
import io.sluice.plan.MessageApproval;
import io.sluice.plan.Observation;
import io.sluice.plan.Outcome;
import io.sluice.plan.Progress;
import io.sluice.plan.Rebuild;
import io.sluice.plan.Report;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads from the hub alone where an attempt stands, as for the rows of the root's status. */
final class ToldByTheHub {
  private final Hub hub;
  private final RolloutObject object;
  private final Disorder disorder;

  ToldByTheHub(Hub hub, Disorder disorder) {
    this.hub = hub;
    this.object = hub.rollout.orElseThrow();
    this.disorder = disorder;
  }

  /** The word of every cluster. */
  Map<String, ClusterStatus> words(AttemptSpec spec, Instant now) {
    List<Report> reports = new ArrayList<>();
    hub.replicas.keySet().forEach(cluster -> reports.add(hub.report(cluster, now)));
    HubView view = hub.view(spec);
    return Attempt.look(
            Rebuild.of(spec, lastTold(), view.fleet(), held()),
            new Observation(view, List.of(), List.of(), disorder.of(reports)),
            now)
        .state()
        .words();
  }

  List<Held> held() {
    List<Held> held = new ArrayList<>();
    hub.replicas.forEach(
        (cluster, replica) ->
            held.add(
                new Held(
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

  private static Dispatch dispatch(HubReplica replica) {
    return new Dispatch(
        replica.rolloutUid(),
        replica.attempt(),
        replica.version(),
        replica.as(),
        replica.at(),
        replica.at(),
        Map.of());
  }

  LastTold lastTold() {
    Progress told = object.told.orElseThrow();
    boolean over =
        !object.runOpen
            && told.outcome()
                .filter(end -> end == Outcome.SUCCEEDED || end == Outcome.FAILED)
                .isPresent();
    return new LastTold(
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
                    new LastTold.Listed(
                        entry.cluster(), entry.status(), entry.reason().word(), entry.since()))
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

  private static List<MessageApproval> approvals(Progress told) {
    return told.approvals().stream()
        .filter(approval -> approval.how().equals("Signal"))
        .map(
            approval ->
                new MessageApproval(
                    approval.groupName(),
                    approval.by(),
                    approval.at().orElseThrow(),
                    approval.comment()))
        .toList();
  }
}
