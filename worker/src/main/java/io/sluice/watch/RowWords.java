package io.sluice.watch;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.HubPicture;
import io.sluice.hub.Judging;
import io.sluice.hub.RolloutReading;
import io.sluice.hub.RootPolicy;
import io.sluice.hub.VersionContent;
import io.sluice.plan.Attempt;
import io.sluice.plan.AttemptSpec;
import io.sluice.plan.AttemptState;
import io.sluice.plan.FleetView;
import io.sluice.plan.HubView;
import io.sluice.plan.Intent;
import io.sluice.plan.LastTold;
import io.sluice.plan.Observation;
import io.sluice.plan.Rebuild;
import io.sluice.plan.Report;
import io.sluice.plan.strategy.Strategy;
import io.sluice.policy.Evidence;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import java.time.Duration;
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
final class RowWords {
  /** Holds the clusters that no placement has put into a group yet. */
  private static final GroupKey REST = new GroupKey("", "", 0);

  private final HubPicture picture;
  private final Judging judging;
  private final RootPolicy root;
  private final PolicyVersion version;

  RowWords(HubPicture picture, Evidence evidence) {
    this.picture = picture;
    this.judging = new Judging(evidence);
    this.root = picture.root().orElseThrow();
    this.version = picture.version().orElseThrow();
  }

  /** One word for each of these clusters, by name. */
  Map<String, ClusterStatus> of(
      Collection<String> clusters, Collection<Replica> replicas, Instant now) {
    VersionContent content = picture.content(root.snapshot());
    Optional<RolloutReading> told = picture.rollout().map(RolloutReading::of);
    FleetView fleet = fleet(clusters);
    AttemptState state =
        Rebuild.of(
            spec(told),
            told.map(RolloutReading::told).orElse(LastTold.NOTHING),
            fleet,
            replicas.stream().map(replica -> content.held(replica, version)).toList());
    List<Report> reports =
        replicas.stream()
            .map(replica -> judging.report(replica, content, version, false, now))
            .toList();
    HubView hub =
        new HubView(HubView.Claim.HELD, picture.rootView(), Optional.empty(), Intent.NONE, fleet);
    return Attempt.look(state, new Observation(hub, List.of(), List.of(), reports), now)
        .state()
        .words();
  }

  /** The strategy has no say in what a cluster is called. */
  private AttemptSpec spec(Optional<RolloutReading> told) {
    return new AttemptSpec(
        root.name(),
        told.map(RolloutReading::rolloutUid).orElse(""),
        told.map(RolloutReading::attempt).orElse(0L),
        version,
        Strategy.all(),
        "",
        Duration.ZERO,
        Duration.ZERO);
  }

  private FleetView fleet(Collection<String> clusters) {
    TreeSet<String> rest = new TreeSet<>(clusters);
    List<DecisionGroup> groups = new ArrayList<>(picture.fleet(List.of()).groups());
    groups.forEach(group -> group.clusters().forEach(rest::remove));
    groups.add(new DecisionGroup(REST, List.copyOf(rest)));
    return FleetView.of(groups);
  }
}
