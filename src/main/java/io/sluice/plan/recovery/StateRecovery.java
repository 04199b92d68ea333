package io.sluice.plan.recovery;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.RequestState;
import io.sluice.rollout.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Rebuilds the state of an attempt from what stands on the hub (rollout-strategy 3.2, "Lost
 * state").
 *
 * <p>It serves wherever the run cannot be asked: to go on after Temporal has lost it, for the rows
 * of the root's status, for a status without Temporal, and to begin a small rollout with those that
 * are done. A cluster whose dispatch names the attempt was dispatched when that says; all others
 * have it before them. So deadlines do not move and nothing is written twice. What was final stays
 * final; any other success has to be reported anew and soaks anew, so no soak gets shorter.
 */
public final class StateRecovery {
  private final AttemptSpec spec;
  private final LastReportedStatus told;
  private final TreeMap<String, GroupKey> members;
  private final Set<String> ignored;
  private final ClusterRecovery standing;
  private final List<GroupKey> groups = new ArrayList<>();
  private final List<ClusterState> clusters = new ArrayList<>();
  private final List<PendingCluster> waiting = new ArrayList<>();

  private StateRecovery(
      AttemptSpec spec, String rolloutUid, LastReportedStatus told, FleetView fleet) {
    this.spec = spec;
    this.told = told;
    this.members = members(fleet);
    this.ignored = Set.copyOf(fleet.ignored());
    this.standing = new ClusterRecovery(spec, rolloutUid, told, finished());
  }

  /** The state in which the attempt goes on, or stands. */
  public static AttemptState of(
      AttemptSpec spec, LastReportedStatus told, FleetView fleet, Collection<ReplicaState> held) {
    StateRecovery rebuild = new StateRecovery(spec, spec.rolloutUid(), told, fleet);
    rebuild.enter(held);
    return rebuild.state();
  }

  /**
   * The state in which a small rollout begins (rollout-strategy 6.3): what the former attempt ended
   * for is carried over as final, also its approvals by message; everybody else waits.
   *
   * @param formerUid the attempt that it goes on from
   */
  public static AttemptState small(
      AttemptSpec spec,
      String formerUid,
      LastReportedStatus told,
      FleetView fleet,
      Collection<ReplicaState> held,
      Instant now) {
    StateRecovery rebuild = new StateRecovery(spec, formerUid, told, fleet);
    rebuild.enter(held);
    return rebuild.beginning(now);
  }

  private static TreeMap<String, GroupKey> members(FleetView fleet) {
    TreeMap<String, GroupKey> members = new TreeMap<>(ByteOrder.NAMES);
    fleet.groups().stream()
        .sorted(Comparator.comparing(DecisionGroup::key))
        .forEach(group -> group.clusters().forEach(name -> members.putIfAbsent(name, group.key())));
    return members;
  }

  /**
   * A group that somebody joined since the status was written is not finished any more. An ignored
   * cluster is counted as nothing else, wherever it stands, so it is none of them.
   */
  private Set<String> finished() {
    Map<GroupKey, Set<String>> counted = new HashMap<>();
    members.forEach(
        (cluster, group) -> {
          if (!ignored.contains(cluster)) {
            counted.computeIfAbsent(group, key -> new HashSet<>()).add(cluster);
          }
        });
    return told.finished().entrySet().stream()
        .map(group -> sameSize(counted.getOrDefault(group.getKey(), Set.of()), group.getValue()))
        .flatMap(Set::stream)
        .collect(Collectors.toSet());
  }

  private static Set<String> sameSize(Set<String> clusters, long size) {
    return clusters.size() == size ? clusters : Set.of();
  }

  private void enter(Collection<ReplicaState> held) {
    Map<String, ReplicaState> byCluster = new HashMap<>();
    held.forEach(one -> byCluster.put(one.cluster(), one));
    members.forEach(
        (cluster, group) -> enter(cluster, group, Optional.ofNullable(byCluster.get(cluster))));
  }

  private void enter(String cluster, GroupKey group, Optional<ReplicaState> held) {
    int place = placeOf(group);
    Optional<ClusterState> entry = standing.of(cluster, group, held, place);
    entry.ifPresentOrElse(
        clusters::add,
        () -> {
          PendingCluster member = PendingCluster.of(cluster, place);
          waiting.add(standing.provided(held) ? member.asProvided() : member);
        });
  }

  private int placeOf(GroupKey group) {
    int place = groups.indexOf(group);
    if (place < 0) {
      place = groups.size();
      groups.add(group);
    }
    return place;
  }

  private AttemptState state() {
    boolean halted =
        told.outcome().filter(end -> end == Outcome.FAILED).isPresent() && !spec.allAtOnce();
    return new AttemptState(
        spec,
        told.startedAt(),
        groups,
        clusters,
        waiting,
        !clusters.isEmpty(),
        false,
        halted ? Optional.of("more clusters failed than tolerated") : Optional.empty(),
        Optional.empty(),
        told.outcome(),
        told.endedAt(),
        RequestState.of(told.approvals(), told.paused()));
  }

  private AttemptState beginning(Instant now) {
    clusters.stream()
        .filter(entry -> !carriedOver(entry))
        .forEach(entry -> waiting.add(PendingCluster.of(entry.cluster(), entry.group())));
    clusters.removeIf(entry -> !carriedOver(entry));
    waiting.sort(Comparator.comparing(PendingCluster::cluster, ByteOrder.NAMES));
    return new AttemptState(
        spec,
        now,
        groups,
        clusters,
        waiting,
        !clusters.isEmpty(),
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        RequestState.of(told.approvals(), false));
  }

  private static boolean carriedOver(ClusterState entry) {
    return entry.stage().isFinal() && entry.stage() != Stage.NEW_CLUSTER;
  }
}
