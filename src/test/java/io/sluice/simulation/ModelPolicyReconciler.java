package io.sluice.simulation;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.status.NewcomerApprovals;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reconciles the fleet as the product does, and simulates the propagator in mode Beside. */
final class ModelPolicyReconciler {
  private final Simulation simulation;
  private final ModelAttemptStarter starter;

  ModelPolicyReconciler(Simulation simulation) {
    this.simulation = simulation;
    this.starter = new ModelAttemptStarter(simulation);
  }

  ModelAttemptStarter starter() {
    return starter;
  }

  private ModelHub hub() {
    return simulation.hub();
  }

  /** Reconciles once, level-triggered. */
  void reconcile() {
    propagate();
    Optional<ModelRoot> root = hub().root();
    if (root.isEmpty() || root.get().disabled()) {
      takeAway(root.isEmpty() ? ReplicaWrite.Cause.POLICY_DELETED : ReplicaWrite.Cause.DISABLED);
    } else if (root.get().deleting()) {
      starter.start();
    } else if (!root.get().staged()) {
      replicate(root.get());
    } else if (hub().refusal().isEmpty()) {
      newcomers(root.get());
      depart(root.get());
      starter.start();
    }
  }

  /** Departures of a template go last: once its rollout has succeeded (lazy-activation 3). */
  private void depart(ModelRoot root) {
    if (simulation.fleet().ofTemplate() && settled(root)) {
      for (String cluster : new TreeSet<>(hub().replicas().keySet())) {
        if (!simulation.fleet().selects(cluster)) {
          write(ReplicaWrite.Cause.REMOVED, cluster, Optional.empty());
        }
      }
    }
  }

  private boolean settled(ModelRoot root) {
    return !starter.runOpen()
        && hub()
            .own()
            .filter(object -> !object.runOpen && object.generation == root.generation())
            .filter(object -> object.outcome.equals(Optional.of(Outcome.SUCCEEDED)))
            .isPresent();
  }

  private void takeAway(ReplicaWrite.Cause cause) {
    for (String cluster : new TreeSet<>(hub().replicas().keySet())) {
      write(cause, cluster, Optional.empty());
    }
    if (!starter.runOpen()) {
      hub().rollout().ifPresent(object -> object.lastSuccessful = Optional.empty());
    }
  }

  /**
   * Writes an unstaged policy to all clusters; deletes its Rollout object when its run has closed.
   */
  private void replicate(ModelRoot root) {
    if (starter.runOpen()) {
      return;
    }
    hub().rollout(Optional.empty());
    for (String cluster : new TreeSet<>(simulation.fleet().selected())) {
      Optional<ModelReplica> there = hub().replica(cluster);
      boolean carries = there.filter(held -> held.carries(root.content(), false)).isPresent();
      if (!carries && !beside()) {
        ModelReplica next = ModelReplica.of(root.content(), false, Optional.empty());
        write(ReplicaWrite.Cause.REPLICATE, cluster, Optional.of(next));
      }
    }
  }

  private boolean beside() {
    return simulation.setup().beside();
  }

  /** Writes the root to all clusters; what an override enforces stays enforced. */
  void propagate() {
    if (!beside()) {
      return;
    }
    Optional<ModelRoot> root = hub().root().filter(known -> !known.disabled());
    for (String cluster : new TreeSet<>(hub().replicas().keySet())) {
      if (root.isEmpty() || !simulation.fleet().selects(cluster)) {
        write(ReplicaWrite.Cause.PROPAGATED, cluster, Optional.empty());
      }
    }
    for (String cluster : root.isEmpty() ? List.<String>of() : simulation.fleet().selected()) {
      propagate(cluster, root.get().content());
    }
  }

  private void propagate(String cluster, String content) {
    Optional<ModelReplica> there = hub().replica(cluster);
    if (there.filter(replica -> replica.content().equals(content)).isEmpty()) {
      boolean pending = there.map(ModelReplica::pending).orElse(true);
      ModelReplica next = ModelReplica.of(content, pending, there.flatMap(ModelReplica::dispatch));
      write(ReplicaWrite.Cause.PROPAGATED, cluster, Optional.of(next));
    }
  }

  /** The propagator writes the root to a cluster: its write was not held (gate 5). */
  void letThrough(String cluster) {
    Optional<ModelReplica> there = hub().replica(cluster);
    String content = hub().root().orElseThrow().content();
    if (simulation.fleet().selects(cluster)
        && there.filter(replica -> replica.carries(content, false)).isEmpty()) {
      ModelReplica next = ModelReplica.of(content, false, there.flatMap(ModelReplica::dispatch));
      write(ReplicaWrite.Cause.PROPAGATED, cluster, Optional.of(next));
      simulation.enqueue(cluster);
    }
  }

  /** Deletes a replica that a placement selects, as by hand, or with its namespace. */
  void vanish(String cluster) {
    Optional<ModelReplica> former = hub().replica(cluster);
    write(ReplicaWrite.Cause.VANISHED, cluster, Optional.empty());
    if (beside()) {
      // The propagator makes it anew, with the action that the override still has.
      former.ifPresent(
          there ->
              write(
                  ReplicaWrite.Cause.PROPAGATED,
                  cluster,
                  Optional.of(there.withVerdict(Verdict.SILENT, false))));
    }
  }

  /**
   * Lets the grace of a cluster pass that is no longer selected, and tells the runs. Standalone,
   * the replica of one that is not available stays.
   */
  void leave(String cluster) {
    if (simulation.fleet().selects(cluster) || simulation.fleet().incoherent()) {
      return;
    }
    simulation.fleet().graceOver(cluster);
    boolean stays = simulation.fleet().ofTemplate() || simulation.fleet().outOfReach(cluster);
    if (beside() || !stays) {
      write(ReplicaWrite.Cause.REMOVED, cluster, Optional.empty());
    }
    simulation.tellDepartures();
  }

  /** Serves clusters added after the end (rollout-strategy 3.7). */
  private void newcomers(ModelRoot root) {
    Optional<ModelRollout> object =
        hub().own().filter(known -> known.outcome.isPresent() && !known.runOpen);
    if (starter.runOpen() || object.isEmpty() || simulation.fleet().incoherent()) {
      return;
    }
    boolean current =
        object.get().generation == root.generation()
            && object.get().strategyHash.equals(root.view().strategyHash());
    Set<String> waiting = waiting(root, object.get());
    for (String cluster : current ? simulation.fleet().selected() : List.<String>of()) {
      if (hub().replica(cluster).isEmpty() && !waiting.contains(cluster)) {
        given(root, object.get())
            .ifPresent(
                next -> {
                  checkApproved(cluster, root, object.get());
                  newcomer(cluster, next);
                });
      }
    }
  }

  /** Approvals by message are of a run alone here. */
  private Set<String> waiting(ModelRoot root, ModelRollout object) {
    ModelSettings settings = simulation.settings(root);
    List<DecisionGroup> groups = simulation.fleet().snapshot();
    Set<String> waiting =
        NewcomerApprovals.of(
                simulation.setup().target(),
                Optional.of(
                    new SettingsValidation(
                        Optional.of(settings.strategy()),
                        settings.mode(),
                        simulation.setup().informPolicy(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty())),
                new NewcomerApprovals.Given(List.of(), List.of()),
                object.intent(),
                root.view(),
                groups.stream().map(DecisionGroup::key).toList(),
                hub()
                    .quorum()
                    .map(
                        known ->
                            new NewcomerApprovals.Rules(
                                known.asked(), object.rolloutUid, simulation.now())))
            .filter(approvals -> settings.mode() == PendingMode.KEEP_PREVIOUS)
            .flatMap(approvals -> approvals.waiting(groups.stream().map(this::missing).toList()))
            .map(NewcomerApprovals.Waiting::clusters)
            .orElse(Set.of());
    if (!waiting.isEmpty()) {
      simulation.coverage().saw(CoverageItem.NEWCOMER_WAITS);
    }
    return waiting;
  }

  private DecisionGroup missing(DecisionGroup group) {
    return new DecisionGroup(
        group.key(),
        group.clusters().stream().filter(cluster -> hub().replica(cluster).isEmpty()).toList());
  }

  private void checkApproved(String cluster, ModelRoot root, ModelRollout object) {
    ModelSettings settings = simulation.settings(root);
    boolean asks =
        settings.strategy().type() == StrategyType.MANUAL_PER_GROUP
            && settings.mode() == PendingMode.KEEP_PREVIOUS
            && !simulation.setup().informPolicy();
    Optional<GroupKey> group =
        simulation.fleet().snapshot().stream()
            .filter(found -> found.clusters().contains(cluster))
            .map(DecisionGroup::key)
            .findFirst();
    Optional<Boolean> ruled =
        group
            .filter(own -> settings.mode() == PendingMode.KEEP_PREVIOUS)
            .flatMap(own -> byRules(root, object, settings, own));
    Invariant.I26.holds(
        ruled.orElse(true), () -> "%s joins after the end, %s".formatted(cluster, group));
    Invariant.UNAPPROVED.holds(
        !asks
            || ruled.isPresent()
            || group
                .filter(
                    own ->
                        byName(settings, own)
                            || ApprovalOracle.inSpec(
                                object.intent(), root.view().versionAnnotation(), own))
                .isPresent(),
        () -> "%s joins after the end, %s is not approved".formatted(cluster, group));
  }

  private Optional<Boolean> byRules(
      ModelRoot root, ModelRollout object, ModelSettings settings, GroupKey group) {
    return hub()
        .quorum()
        .flatMap(
            known ->
                new QuorumOracle(
                        known.asked(),
                        object.rolloutUid,
                        root.versionAnnotation(),
                        root.version().contentHash(),
                        own -> !simulation.setup().informPolicy() && byName(settings, own),
                        simulation.now())
                    .approved(group));
  }

  private static boolean byName(ModelSettings settings, GroupKey group) {
    return settings.strategy().mandatoryDecisionGroups().stream()
        .anyMatch(selector -> selector.groupName().equals(Optional.of(group.name())));
  }

  private void newcomer(String cluster, ModelReplica next) {
    simulation.coverage().saw(CoverageItem.NEWCOMER);
    write(ReplicaWrite.Cause.NEWCOMER, cluster, Optional.of(next));
  }

  private Optional<ModelReplica> given(ModelRoot root, ModelRollout object) {
    ModelSettings settings = simulation.settings(root);
    boolean all = settings.allAtOnce() || simulation.setup().informPolicy();
    return switch (settings.mode()) {
      case BESIDE -> Optional.empty();
      case INFORM ->
          all
              ? Optional.empty()
              : Optional.of(
                  ModelReplica.of(
                      root.content(), true, stamp(object, root.version(), Dispatch.As.PENDING)));
      case KEEP_PREVIOUS ->
          Optional.of(root.version())
              .filter(version -> all)
              .or(() -> object.lastSuccessful)
              .map(
                  version ->
                      ModelReplica.of(
                          version.contentHash(),
                          false,
                          stamp(object, version, Dispatch.As.NEWCOMER)));
    };
  }

  private Optional<Dispatch> stamp(ModelRollout object, PolicyVersion version, Dispatch.As as) {
    return Optional.of(
        new Dispatch(
            object.rolloutUid,
            object.attempt,
            version.generation(),
            as,
            simulation.now(),
            simulation.now(),
            Map.of()));
  }

  private void write(ReplicaWrite.Cause cause, String cluster, Optional<ModelReplica> after) {
    if (after.isPresent() || hub().replica(cluster).isPresent()) {
      hub().write(Optional.empty(), cause, cluster, after, simulation.now());
    }
  }
}
