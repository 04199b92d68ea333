package io.sluice.transcript;

import io.sluice.fleet.ClusterStatus;
import io.sluice.plan.RolloutPlanner;
import io.sluice.plan.recovery.LastReportedStatus;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.plan.recovery.ReportedStatusReader;
import io.sluice.plan.recovery.StateRecovery;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Report;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the state of an attempt from the hub alone, as for the rows of the root's status. */
final class HubStateReader {
  private final ScenarioHub hub;
  private final ScenarioRollout object;
  private final ListShuffler shuffler;

  HubStateReader(ScenarioHub hub, ListShuffler shuffler) {
    this.hub = hub;
    this.object = hub.rollout.orElseThrow();
    this.shuffler = shuffler;
  }

  /** Returns the status of every cluster. */
  Map<String, ClusterStatus> statuses(AttemptSpec spec, Instant now) {
    List<Report> reports = new ArrayList<>();
    hub.replicas.keySet().forEach(cluster -> reports.add(hub.report(cluster, now)));
    HubSnapshot view = hub.view(spec);
    return RolloutPlanner.recovered(
            StateRecovery.of(spec, lastReported(), view.fleet(), replicaStates()),
            new Observation(view, List.of(), List.of(), shuffler.of(reports)),
            now)
        .state()
        .statuses();
  }

  List<ReplicaState> replicaStates() {
    List<ReplicaState> states = new ArrayList<>();
    hub.replicas.forEach(
        (cluster, replica) ->
            states.add(
                new ReplicaState(
                    cluster,
                    hub.report(cluster, Instant.EPOCH).contentHash(),
                    Optional.of(dispatch(replica)))));
    return shuffler.of(states);
  }

  List<Replica> replicas() {
    return replicaStates().stream()
        .map(
            state ->
                new Replica(
                    new PolicyName("policies", "web"),
                    state.cluster(),
                    "1",
                    state.contentHash(),
                    state.dispatch(),
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

  LastReportedStatus lastReported() {
    return ReportedStatusReader.of(object.reported.orElseThrow(), object.runOpen);
  }
}
