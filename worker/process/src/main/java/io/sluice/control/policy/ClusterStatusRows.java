package io.sluice.control.policy;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.plan.RolloutPlanner;
import io.sluice.plan.recovery.LastReportedStatus;
import io.sluice.plan.recovery.StateRecovery;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.policy.evidence.Evidence;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Report;
import io.sluice.rollout.strategy.Strategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Computes the rollout status of every cluster, for the rows of a root's status.
 *
 * <p>The run is not asked: its state is recovered from the hub, and what the replicas of clusters
 * in flight report now is entered. The status of the others follows from what the run last
 * published.
 */
final class ClusterStatusRows {
  /** The clusters that are in no decision group yet. */
  private static final GroupKey UNGROUPED = new GroupKey("", "", 0);

  private final PolicyContext context;
  private final Optional<RolloutStatusParser> attempt;
  private final ReplicaJudge judge;
  private final RootPolicy root;
  private final PolicyVersion version;

  /**
   * Reads one policy.
   *
   * @param attempt the Rollout's status of an attempt of the present version; absent when there is
   *     none yet: then no cluster was started
   */
  ClusterStatusRows(
      PolicyContext context, Optional<RolloutStatusParser> attempt, Evidence evidence) {
    this.context = context;
    this.attempt = attempt;
    this.judge = new ReplicaJudge(evidence);
    this.root = context.root().orElseThrow();
    this.version = context.version().orElseThrow();
  }

  /** The status of each of these clusters, by name. */
  Map<String, ClusterStatus> of(
      Collection<String> clusters, Collection<Replica> replicas, Instant now) {
    VersionContent content = context.content(root.snapshot());
    FleetView fleet = fleet(clusters);
    AttemptState state =
        StateRecovery.of(
            spec(),
            attempt.map(RolloutStatusParser::lastReported).orElse(LastReportedStatus.NONE),
            fleet,
            replicas.stream().map(replica -> content.held(replica, version)).toList());
    // Most are not, and to judge a replica is most of the work.
    Set<String> inFlight = state.inFlight();
    List<Report> reports =
        replicas.stream()
            .filter(replica -> inFlight.contains(replica.cluster()))
            .map(replica -> judge.report(replica, content, version, false, now))
            .toList();
    HubSnapshot hub =
        new HubSnapshot(
            HubSnapshot.ClaimState.HELD, context.rootView(), Optional.empty(), Intent.NONE, fleet);
    return RolloutPlanner.recovered(state, new Observation(hub, List.of(), List.of(), reports), now)
        .state()
        .statuses();
  }

  /** The status of a cluster does not depend on the strategy. */
  private AttemptSpec spec() {
    return new AttemptSpec(
        root.name(),
        attempt.map(RolloutStatusParser::rolloutUid).orElse(""),
        attempt.map(RolloutStatusParser::attempt).orElse(0L),
        version,
        Strategy.all(),
        "");
  }

  private FleetView fleet(Collection<String> clusters) {
    Set<String> ungrouped = new LinkedHashSet<>(clusters);
    List<DecisionGroup> groups = new ArrayList<>(context.fleet(List.of()).groups());
    groups.forEach(group -> group.clusters().forEach(ungrouped::remove));
    // A group that the recovered state lacks has all others matched anew, cluster by cluster.
    if (!ungrouped.isEmpty()) {
      groups.add(new DecisionGroup(UNGROUPED, List.copyOf(ungrouped)));
    }
    return FleetView.of(groups);
  }
}
