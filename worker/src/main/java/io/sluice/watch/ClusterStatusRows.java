package io.sluice.watch;

import io.sluice.evidence.Evidence;
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
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Report;
import io.sluice.strategy.Strategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Finds the word of every cluster for the rows of a root's status, without asking the run: its
 * state is rebuilt from the hub, and what the replicas report now is entered.
 */
final class ClusterStatusRows {
  /** Holds the clusters that no placement has put into a group yet. */
  private static final GroupKey REST = new GroupKey("", "", 0);

  private final PolicyContext picture;
  private final ReplicaJudge judging;
  private final RootPolicy root;
  private final PolicyVersion version;

  ClusterStatusRows(PolicyContext picture, Evidence evidence) {
    this.picture = picture;
    this.judging = new ReplicaJudge(evidence);
    this.root = picture.root().orElseThrow();
    this.version = picture.version().orElseThrow();
  }

  /** One word for each of these clusters, by name. */
  Map<String, ClusterStatus> of(
      Collection<String> clusters, Collection<Replica> replicas, Instant now) {
    VersionContent content = picture.content(root.snapshot());
    Optional<RolloutStatusParser> told = picture.rollout().map(RolloutStatusParser::of);
    FleetView fleet = fleet(clusters);
    AttemptState state =
        StateRecovery.of(
            spec(told),
            told.map(RolloutStatusParser::told).orElse(LastReportedStatus.NONE),
            fleet,
            replicas.stream().map(replica -> content.held(replica, version)).toList());
    List<Report> reports =
        replicas.stream()
            .map(replica -> judging.report(replica, content, version, false, now))
            .toList();
    HubSnapshot hub =
        new HubSnapshot(
            HubSnapshot.Claim.HELD, picture.rootView(), Optional.empty(), Intent.NONE, fleet);
    return RolloutPlanner.look(state, new Observation(hub, List.of(), List.of(), reports), now)
        .state()
        .statuses();
  }

  /** The strategy has no say in what a cluster is called. */
  private AttemptSpec spec(Optional<RolloutStatusParser> told) {
    return new AttemptSpec(
        root.name(),
        told.map(RolloutStatusParser::rolloutUid).orElse(""),
        told.map(RolloutStatusParser::attempt).orElse(0L),
        version,
        Strategy.all(),
        "");
  }

  private FleetView fleet(Collection<String> clusters) {
    TreeSet<String> rest = new TreeSet<>(clusters);
    List<DecisionGroup> groups = new ArrayList<>(picture.fleet(List.of()).groups());
    groups.forEach(group -> group.clusters().forEach(rest::remove));
    groups.add(new DecisionGroup(REST, List.copyOf(rest)));
    return FleetView.of(groups);
  }
}
