package io.sluice.oracle;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.Departures;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.RolloutPlanner;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Observation;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.RootView;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Step;
import io.sluice.rollout.strategy.Strategy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Takes a case of the selection function as a step of an attempt: from the statuses a state, from
 * the groups a snapshot.
 */
record OcmRolloutStep(
    Strategy strategy, List<ClusterGroup> groups, List<ClusterRolloutStatus> known, Instant now) {
  private static final PolicyVersion VERSION = new PolicyVersion("policy-uid", 2, "content");

  /**
   * True where an attempt can stand there: it never leaves a cluster Failed in flight
   * (rollout-strategy 3.5), and approves groups by name.
   */
  boolean possible() {
    return known.stream().noneMatch(entry -> entry.status().equals(label(ClusterStatus.FAILED)))
        && known.stream().allMatch(entry -> !entry.since().orElse(now).isAfter(now))
        && groups.stream()
            .collect(toMap(group -> group.group().name(), ClusterGroup::approved, (a, b) -> a))
            .entrySet()
            .stream()
            .allMatch(
                name ->
                    groups.stream()
                        .filter(group -> group.group().name().equals(name.getKey()))
                        .allMatch(group -> group.approved() == name.getValue()));
  }

  /** Steps until the step does not ask for a look first. */
  Step take() {
    Step step = step(state(), Observation.of(hub()));
    List<String> late =
        step.actions().stream()
            .filter(Action.Look.class::isInstance)
            .flatMap(look -> ((Action.Look) look).clusters().stream())
            .toList();
    if (late.isEmpty()) {
      return step;
    }
    Observation.LookDone look = new Observation.LookDone(late, now);
    return step(step.state(), new Observation(hub(), List.of(), List.of(look), List.of()));
  }

  private Step step(AttemptState state, Observation seen) {
    return RolloutPlanner.step(Rules.CURRENT, state, seen, now);
  }

  private AttemptState state() {
    GroupAssignment assignment = new GroupAssignment(groups);
    List<GroupKey> order = new ArrayList<>(assignment.approvals().keySet());
    if (order.isEmpty()) {
      order.add(new GroupKey("", "", 0));
    }
    List<ClusterState> started =
        known.stream()
            .filter(entry -> !entry.status().equals(label(ClusterStatus.TO_APPLY)))
            .map(
                entry ->
                    started(
                        entry,
                        assignment.contains(entry.cluster())
                            ? order.indexOf(assignment.groupOf(entry.cluster()))
                            : 0))
            .sorted(Comparator.comparing(ClusterState::cluster, ByteOrder.NAMES))
            .toList();
    AttemptState begun = AttemptState.begin(spec(), now);
    return new AttemptState(
        begun.spec(),
        begun.startedAt(),
        order,
        started,
        waiting(assignment, order, started),
        !started.isEmpty(),
        begun.informed(),
        begun.breach(),
        begun.aborted(),
        begun.outcome(),
        begun.endedAt(),
        begun.requests(),
        Optional.of(left(assignment)),
        Optional.empty());
  }

  /** The function knows no grace: who is in no group has left. */
  private Departures left(GroupAssignment assignment) {
    List<String> gone =
        known.stream()
            .map(ClusterRolloutStatus::cluster)
            .filter(cluster -> !assignment.contains(cluster))
            .toList();
    return new Departures(gone, List.of(), List.of());
  }

  private static List<PendingCluster> waiting(
      GroupAssignment assignment, List<GroupKey> order, List<ClusterState> started) {
    Set<String> begun = started.stream().map(ClusterState::cluster).collect(Collectors.toSet());
    return assignment.clusters().stream()
        .filter(cluster -> !begun.contains(cluster))
        .map(name -> PendingCluster.of(name, order.indexOf(assignment.groupOf(name))))
        .toList();
  }

  private AttemptSpec spec() {
    return new AttemptSpec(
        new PolicyName("policies", "web"),
        "u1",
        1,
        VERSION,
        strategy,
        "strategy",
        Duration.ZERO,
        Duration.ZERO,
        PendingMode.KEEP_PREVIOUS,
        false);
  }

  /** A cluster that the attempt has to skip is one that is ignored and done. */
  private ClusterState started(ClusterRolloutStatus entry, int group) {
    Instant since = entry.since().orElse(now);
    ClusterState dispatched =
        ClusterState.started(entry.cluster(), group, since).acknowledged(since, 0);
    if (entry.status().equals(label(ClusterStatus.SUCCEEDED))) {
      return dispatched.to(Stage.SOAKING, since);
    }
    if (entry.status().equals(label(ClusterStatus.TIME_OUT))) {
      return dispatched.to(Stage.TIMED_OUT, since);
    }
    return skipped(entry) ? dispatched.to(Stage.SUCCEEDED, since) : dispatched;
  }

  private static boolean skipped(ClusterRolloutStatus entry) {
    return entry.status().equals(label(ClusterStatus.SKIP));
  }

  private HubSnapshot hub() {
    FleetView fleet =
        new FleetView(
            groups.stream()
                .map(group -> new DecisionGroup(group.group(), group.clusters()))
                .toList(),
            Optional.empty(),
            List.of(),
            known.stream()
                .filter(OcmRolloutStep::skipped)
                .map(ClusterRolloutStatus::cluster)
                .toList());
    RootView root = new RootView(VERSION, false, false, true, "strategy", Optional.empty());
    return new HubSnapshot(
        HubSnapshot.ClaimState.HELD, Optional.of(root), Optional.empty(), intent(), fleet);
  }

  private Intent intent() {
    Map<String, Boolean> approved = new TreeMap<>();
    groups.forEach(group -> approved.put(group.group().name(), group.approved()));
    return new Intent(
        approved.entrySet().stream()
            .filter(name -> !name.getKey().isEmpty())
            .map(name -> new Intent.GroupApproval(name.getKey(), name.getValue()))
            .toList(),
        approved.getOrDefault("", false),
        Optional.empty(),
        false);
  }

  /** Names of the clusters that a step starts. */
  static Set<String> starts(Step step) {
    return step.actions().stream()
        .filter(Action.Dispatch.class::isInstance)
        .flatMap(dispatch -> ((Action.Dispatch) dispatch).clusters().stream())
        .collect(toSet());
  }

  /** Names of the clusters that were given with a status and stand in one of these stages now. */
  Set<String> known(Step step, Stage... stages) {
    Set<String> given = known.stream().map(ClusterRolloutStatus::cluster).collect(toSet());
    return step.state().clusters().stream()
        .filter(entry -> given.contains(entry.cluster()))
        .filter(entry -> List.of(stages).contains(entry.stage()))
        .map(ClusterState::cluster)
        .collect(toSet());
  }

  private static String label(ClusterStatus status) {
    return status.label();
  }
}
