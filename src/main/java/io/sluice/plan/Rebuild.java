package io.sluice.plan;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.ClusterException.Reason;
import io.sluice.plan.LastTold.Listed;
import io.sluice.plan.strategy.StrategyType;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Replica;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Rebuilds the state of an attempt from the hub, when Temporal has lost its run (rollout-strategy
 * 3.2, "Lost state").
 *
 * <p>A cluster whose dispatch names the attempt was dispatched when that says; all others have it
 * before them. So deadlines do not move and nothing is written twice. What was final stays final;
 * any other success has to be reported anew and soaks anew, so no soak gets shorter.
 */
public final class Rebuild {
  private final AttemptSpec spec;
  private final LastTold told;
  private final Map<String, Listed> listed;
  private final List<GroupKey> groups = new ArrayList<>();
  private final List<ClusterState> clusters = new ArrayList<>();

  private Rebuild(AttemptSpec spec, LastTold told) {
    this.spec = spec;
    this.told = told;
    this.listed =
        told.exceptions().stream()
            .collect(Collectors.toMap(Listed::cluster, entry -> entry, (one, other) -> one));
  }

  /** The state in which the attempt goes on. */
  public static AttemptState of(
      AttemptSpec spec, LastTold told, FleetView fleet, Collection<Replica> replicas) {
    Rebuild rebuild = new Rebuild(spec, told);
    rebuild.enter(fleet, replicas);
    return rebuild.state();
  }

  private void enter(FleetView fleet, Collection<Replica> replicas) {
    Map<String, GroupKey> groupOf = new HashMap<>();
    for (DecisionGroup group : fleet.groups().stream().sorted(byKey()).toList()) {
      group.clusters().forEach(cluster -> groupOf.putIfAbsent(cluster, group.key()));
    }
    replicas.stream()
        .filter(this::dispatchedHere)
        .filter(replica -> groupOf.containsKey(replica.cluster()))
        .sorted((one, other) -> ByteOrder.NAMES.compare(one.cluster(), other.cluster()))
        .forEach(replica -> enter(replica, groupOf.get(replica.cluster())));
  }

  private static Comparator<DecisionGroup> byKey() {
    return Comparator.comparing(DecisionGroup::key);
  }

  private boolean dispatchedHere(Replica replica) {
    return replica
        .dispatch()
        .filter(dispatch -> dispatch.rolloutUid().equals(spec.rolloutUid()))
        .filter(dispatch -> dispatch.as() == Dispatch.As.DISPATCHED)
        .isPresent();
  }

  private void enter(Replica replica, GroupKey group) {
    int place = groups.indexOf(group);
    if (place < 0) {
      place = groups.size();
      groups.add(group);
    }
    Instant at = replica.dispatch().orElseThrow().at();
    ClusterState dispatched =
        ClusterState.started(replica.cluster(), place, at).acknowledged(at, 0);
    clusters.add(ended(dispatched, group).orElse(dispatched));
  }

  private Optional<ClusterState> ended(ClusterState entry, GroupKey group) {
    Listed exception = listed.get(entry.cluster());
    if (exception != null) {
      Optional<ClusterState> end = ended(entry, exception);
      if (end.isPresent()) {
        return end;
      }
    }
    return told.finished().contains(group)
        ? Optional.of(entry.to(Stage.SUCCEEDED, entry.dispatchedAt()))
        : Optional.empty();
  }

  private static Optional<ClusterState> ended(ClusterState entry, Listed exception) {
    Instant since = exception.since();
    if (exception.reason().equals(Reason.REGRESSED.word())) {
      return Optional.of(entry.to(Stage.SUCCEEDED, since).with(Mark.TURNED));
    }
    Optional<Stage> end =
        exception.status().equals(ClusterStatus.FAILED.word())
            ? Optional.of(Stage.FAILED)
            : exception.status().equals(ClusterStatus.TIME_OUT.word())
                ? Optional.of(Stage.TIMED_OUT)
                : Optional.empty();
    boolean recovered = exception.reason().equals(Reason.RECOVERED_LATE.word());
    return end.map(stage -> entry.to(stage, since))
        .map(state -> recovered ? state.with(Mark.TURNED) : state);
  }

  private AttemptState state() {
    boolean halted =
        told.outcome().filter(end -> end == Outcome.FAILED).isPresent()
            && spec.strategy().type() != StrategyType.ALL;
    return new AttemptState(
        spec,
        told.startedAt(),
        groups,
        clusters,
        List.of(),
        !clusters.isEmpty(),
        false,
        halted ? Optional.of("more clusters failed than tolerated") : Optional.empty(),
        Optional.empty(),
        told.outcome(),
        told.endedAt(),
        Wishes.of(told.approvals(), false));
  }
}
