package io.sluice.simulation;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.Departures;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.RootView;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Step;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Shows one step from outside: input, output, and the state of each cluster after it. */
final class StepView {
  final AttemptLog log;
  final AttemptSpec spec;
  final AttemptState before;
  final Observation seen;
  final HubSnapshot hub;
  final Step step;
  final Instant now;
  final Map<GroupKey, Set<String>> groups = new TreeMap<>();
  final Map<String, GroupKey> groupOf = new HashMap<>();
  final Map<String, ClusterState> entries = new HashMap<>();
  final Set<String> starts = new TreeSet<>();

  StepView(AttemptLog log, AttemptState before, Observation seen, Step step, Instant now) {
    this.log = log;
    this.spec = log.spec;
    this.before = before;
    this.seen = seen;
    this.hub = seen.hub();
    this.step = step;
    this.now = now;
    Set<String> started = new HashSet<>();
    before.clusters().forEach(entry -> started.add(entry.cluster()));
    for (ClusterState entry : step.state().clusters()) {
      entries.put(entry.cluster(), entry);
      place(entry.cluster(), step.state().groups().get(entry.group()));
      if (!started.contains(entry.cluster())) {
        starts.add(entry.cluster());
      }
    }
    for (PendingCluster entry : step.state().waiting()) {
      place(entry.cluster(), step.state().groups().get(entry.group()));
    }
  }

  private void place(String cluster, GroupKey group) {
    Invariant.I10.holds(
        groupOf.put(cluster, group) == null, () -> cluster + " is in the state twice");
    groups.computeIfAbsent(group, key -> new TreeSet<>()).add(cluster);
  }

  /** The members (rollout-strategy 3.7). */
  static Set<String> members(AttemptState before, HubSnapshot hub) {
    Set<String> former = new HashSet<>();
    before.clusters().forEach(entry -> former.add(entry.cluster()));
    before.waiting().forEach(entry -> former.add(entry.cluster()));
    if (hub.fleet().incoherent().isPresent()) {
      return former;
    }
    Departures told = before.departures().orElse(Departures.NONE);
    Set<String> having = new HashSet<>();
    before.clusters().stream()
        .filter(entry -> entry.stage() != Stage.STARTED || entry.refused() != 0)
        .forEach(entry -> having.add(entry.cluster()));
    former.removeAll(told.gone());
    former.removeIf(
        cluster -> told.deselected().contains(cluster) && !hub.fleet().leaving().contains(cluster));
    former.removeIf(cluster -> told.outOfReach().contains(cluster) && !having.contains(cluster));
    for (DecisionGroup group : hub.fleet().groups()) {
      former.addAll(group.clusters());
    }
    return former;
  }

  /** Returns true for a member that no placement selects: it takes its place, and nothing else. */
  boolean absent(String cluster) {
    return hub.fleet().incoherent().isEmpty()
        && groupOf.containsKey(cluster)
        && hub.fleet().groups().stream().noneMatch(group -> group.clusters().contains(cluster));
  }

  /** Returns true for a member that may still turn out to have left. */
  boolean departing(String cluster) {
    return absent(cluster)
        && !before.departures().orElse(Departures.NONE).outOfReach().contains(cluster);
  }

  Optional<ClusterState> entry(String cluster) {
    return Optional.ofNullable(entries.get(cluster));
  }

  boolean ignored(String cluster) {
    return hub.fleet().ignored().contains(cluster) || skipped(cluster);
  }

  /** Returns true for a cluster that a person has skipped, in this attempt or before. */
  boolean skipped(String cluster) {
    return hub.intent().skipped().stream()
            .anyMatch(
                entry ->
                    entry.cluster().equals(cluster) && entry.rolloutUid().equals(spec.rolloutUid()))
        || step.state().requests().skipped().contains(cluster);
  }

  /** A dispatched cluster whose replica has vanished: to write it again is a repair, no start. */
  boolean gone(String cluster) {
    ClusterLog known = log.clusters.get(cluster);
    return known != null
        && (known.unrecorded || known.gone.isAfter(Instant.MIN))
        && entry(cluster).filter(held -> held.stage() != Stage.STARTED).isPresent();
  }

  boolean failed(String cluster) {
    return !ignored(cluster) && entry(cluster).filter(held -> failure(held.stage())).isPresent();
  }

  static boolean failure(Stage stage) {
    return stage == Stage.FAILED || stage == Stage.TIMED_OUT;
  }

  /** Returns true for one that starts because it has the version before its turn (gate 5). */
  boolean early(String cluster) {
    return starts.contains(cluster) && log.early.contains(cluster);
  }

  /** Returns true for one that was started before the others of this step. */
  boolean begun(String cluster) {
    return entry(cluster).isPresent() && (!starts.contains(cluster) || early(cluster));
  }

  /** The clusters that start in their turn. */
  List<String> inTurn() {
    return starts.stream().filter(cluster -> !early(cluster)).toList();
  }

  /** Started, and neither final nor released. */
  boolean inFlight(String cluster) {
    return entry(cluster).filter(held -> !held.stage().isFinal() && !released(held)).isPresent();
  }

  /** Returns true for an ignored cluster that takes no slot (rollout-strategy 3.5). */
  boolean released(ClusterState entry) {
    if (!ignored(entry.cluster())) {
      return false;
    }
    ClusterLog known = log.clusters.get(entry.cluster());
    boolean waits = entry.stage() == Stage.STARTED || entry.stage() == Stage.DISPATCHED;
    if (!waits || known == null) {
      return !waits;
    }
    return log.deadline().isEmpty() || skipped(entry.cluster())
        ? known.dispatched.isPresent() || known.refused.isPresent()
        : overdue(known) && !known.lastLook.isBefore(known.expiry(log.deadline()).get());
  }

  boolean overdue(ClusterLog known) {
    return known.expiry(log.deadline()).filter(end -> !end.isAfter(now)).isPresent();
  }

  /**
   * Returns true for a step that decides nothing, because an overdue cluster must be read first.
   */
  boolean looksFirst() {
    return entries.values().stream()
            .filter(entry -> entry.stage() == Stage.STARTED || entry.stage() == Stage.DISPATCHED)
            .filter(entry -> !skipped(entry.cluster()))
            .map(entry -> log.clusters.get(entry.cluster()))
            .filter(known -> known != null && overdue(known))
            .anyMatch(known -> known.lastLook.isBefore(known.expiry(log.deadline()).get()))
        || entries.values().stream().anyMatch(this::looksAfterSoak);
  }

  /** Returns true for one that is not Available since its soak ended, a deadline ago (3.4). */
  private boolean looksAfterSoak(ClusterState entry) {
    Instant soakEnd = entry.sinceInstant().plus(log.soak(entry.is(ClusterFlag.WEAK)));
    Optional<Instant> expiry = log.deadline().map(soakEnd::plus).filter(end -> !end.isAfter(now));
    ClusterLog known = log.clusters.get(entry.cluster());
    return entry.stage() == Stage.SOAKING
        && entry.is(ClusterFlag.UNCONFIRMED)
        && !ignored(entry.cluster())
        && !departing(entry.cluster())
        && known != null
        && expiry.filter(known.lastLook::isBefore).isPresent();
  }

  /** Returns what ends the attempt from outside (rollout-strategy 1.3, 3.2, 3.7 and 3.8). */
  Optional<Outcome> overtaken() {
    if (hub.claim() == HubSnapshot.ClaimState.DELETED || hub.root().isEmpty()) {
      return Optional.of(Outcome.ABORTED);
    }
    RootView root = hub.root().get();
    if (root.disabled()
        || root.deleting()
        || !root.version().policyUid().equals(spec.version().policyUid())) {
      return Optional.of(Outcome.ABORTED);
    }
    boolean same =
        root.staged()
            && root.version().generation() == spec.version().generation()
            && root.strategyHash().equals(spec.strategyHash());
    return same || hub.refusal().isPresent() ? Optional.empty() : Optional.of(Outcome.SUPERSEDED);
  }

  /** Returns true if the step ends the attempt in whatever state its clusters are. */
  boolean leaves() {
    return hub.claim() == HubSnapshot.ClaimState.LOST || overtaken().isPresent() || log.aborted;
  }

  boolean judges() {
    return !leaves() && !looksFirst() && hub.fleet().incoherent().isEmpty();
  }

  <T extends Action> List<T> actions(Class<T> kind) {
    List<T> found = new ArrayList<>();
    step.actions().stream().filter(kind::isInstance).map(kind::cast).forEach(found::add);
    return found;
  }

  List<String> dispatched() {
    List<String> all = new ArrayList<>();
    actions(Action.Dispatch.class).forEach(action -> all.addAll(action.clusters()));
    return all;
  }

  boolean closes() {
    return !actions(Action.Close.class).isEmpty();
  }

  boolean allAtOnce() {
    return spec.strategy().type() == StrategyType.ALL;
  }

  /** Rollout-strategy A2 to A6, with these approvals by message. */
  boolean approved(GroupKey group, Set<String> messages) {
    return quorum()
        .flatMap(oracle -> oracle.approved(group))
        .orElseGet(() -> approvedWithoutRule(group, messages));
  }

  /** Returns who counts recorded approvals at this step; empty where no rules are. */
  Optional<QuorumOracle> quorum() {
    return hub.approvals()
        .map(
            asked ->
                new QuorumOracle(
                    asked,
                    spec.rolloutUid(),
                    hub.root().flatMap(RootView::versionAnnotation),
                    spec.version().contentHash(),
                    this::mandatory,
                    now));
  }

  private boolean approvedWithoutRule(GroupKey group, Set<String> messages) {
    if (spec.strategy().type() != StrategyType.MANUAL_PER_GROUP) {
      return true;
    }
    Optional<String> version = hub.root().flatMap(RootView::versionAnnotation);
    return ApprovalOracle.inSpec(hub.intent(), version, group) || messages.contains(group.name());
  }

  boolean mandatory(GroupKey group) {
    return spec.strategy().mandatoryDecisionGroups().stream()
        .anyMatch(
            selector ->
                selector.groupName().isPresent()
                    ? selector.groupName().get().equals(group.name())
                    : group.place().is(selector.groupIndex().orElse(0)));
  }
}
