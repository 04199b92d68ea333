package io.sluice.control.beside;

import io.sluice.beside.OverrideEntry;
import io.sluice.beside.OverrideName;
import io.sluice.beside.OverridePage;
import io.sluice.beside.OverrideRelease;
import io.sluice.beside.PropagatorSilence;
import io.sluice.control.rollout.AttemptSupport;
import io.sluice.control.rollout.FinishedClusters;
import io.sluice.control.rollout.OverrideResult;
import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.UndoneRepairs;
import io.sluice.hub.beside.PageObjects;
import io.sluice.hub.beside.PropagatedChanges;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.OverrideNames;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.rollout.lifecycle.SettingsValidation;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Supports attempts where OCM's propagator writes the replicas (policy-propagation 14).
 *
 * <p>After a release no object names the clusters that took part. A cluster counts as a newcomer if
 * the propagator created its replica after the attempt had ended, or in the same second: the hub
 * keeps both times in whole seconds. A cluster that took part although it was so late is enforced
 * once more, which changes nothing on it; one that is missed would never be enforced.
 */
public final class BesideSupport implements AttemptSupport {
  private final PropagatedChanges changes;
  private final OverrideReconciler overrides;
  private final RolloutObjects rollouts;
  private final Supplier<Optional<Instant>> silence;
  private final Clock clock;

  /**
   * Supports attempts.
   *
   * @param silence reads since when the propagator does not run, where that is so
   */
  public BesideSupport(
      PropagatedChanges changes,
      OverrideReconciler overrides,
      RolloutObjects rollouts,
      Supplier<Optional<Instant>> silence,
      Clock clock) {
    this.changes = changes;
    this.overrides = overrides;
    this.rollouts = rollouts;
    this.silence = silence;
    this.clock = clock;
  }

  @Override
  public long lastAttempt(PolicyContext context, Map<String, CachedReplica> replicas) {
    PolicyObjects objects = context.objects();
    return OverridePage.entries(
            PageObjects.parse(objects.policy(), new OverrideNames(objects).pages()))
        .stream()
        .mapToLong(OverrideEntry::attempt)
        .max()
        .orElse(0);
  }

  /**
   * A person creates the object: here it only gets what it lacks. An accepted one gets the
   * finalizer with its owner: a start takes one write of it (policy-propagation 16).
   */
  @Override
  public void ensure(PolicyContext context, Map<String, CachedReplica> replicas, long number) {
    boolean accepted = context.acceptance().flatMap(SettingsValidation::refusal).isEmpty();
    rollouts.adopt(
        context.root().orElseThrow(),
        number,
        accepted ? List.of(OverrideName.FINALIZER) : List.of());
  }

  @Override
  public void keep(RootPolicy root) {
    // The propagator gives every cluster the present version: no former one is ever written.
  }

  @Override
  public void forget(PolicyName policy) {
    // Nothing is remembered.
  }

  @Override
  public List<String> unknown(PolicyContext context, Map<String, CachedReplica> replicas) {
    return List.of();
  }

  @Override
  public UndoneRepairs undoneRepairs(PolicyName policy) {
    return UndoneRepairs.NONE;
  }

  @Override
  public List<String> newcomers(
      PolicyContext context, RolloutRecord record, Map<String, CachedReplica> replicas) {
    RolloutStatusParser status = context.rolloutStatus().orElseThrow();
    Optional<Instant> end = status.endedAt();
    if (end.isEmpty()) {
      return List.of();
    }
    Set<String> listed = status.listedStatuses().keySet();
    return context.fleet(replicas.keySet()).groups().stream()
        .flatMap(group -> group.clusters().stream())
        .distinct()
        .filter(cluster -> !listed.contains(cluster))
        .filter(cluster -> joined(context, replicas.get(cluster), end.get()))
        .sorted(ByteOrder.NAMES)
        .toList();
  }

  private boolean joined(PolicyContext context, CachedReplica replica, Instant end) {
    return replica != null
        && replica.replica().dispatch().isEmpty()
        && changes
            .createdAt(context.objects().policy(), replica.replica().cluster())
            .filter(created -> !created.isBefore(end))
            .isPresent();
  }

  /** A cluster that was released has what the last attempt gave it, though it only informs now. */
  @Override
  public List<ReplicaState> states(
      PolicyContext context, Map<String, CachedReplica> replicas, List<String> newcomers) {
    PolicyVersion present = context.version().orElseThrow();
    VersionContent content = context.content(context.root().orElseThrow().snapshot());
    boolean ended =
        context
            .rolloutStatus()
            .filter(rollout -> !rollout.runOpen() && rollout.status().outcome != null)
            .isPresent();
    Set<String> finished =
        context.release() == OverrideRelease.PER_CLUSTER ? FinishedClusters.of(context) : Set.of();
    return replicas.values().stream()
        .map(CachedReplica::replica)
        .map(
            replica ->
                (ended || finished.contains(replica.cluster())) && released(replica, newcomers)
                    ? new ReplicaState(replica.cluster(), present.contentHash(), Optional.empty())
                    : content.held(replica, present))
        .toList();
  }

  private static boolean released(Replica replica, List<String> newcomers) {
    return replica.dispatch().isEmpty() && !newcomers.contains(replica.cluster());
  }

  @Override
  public OverrideResult prepare(
      PolicyContext context, Map<String, CachedReplica> replicas, boolean due) {
    OverrideResult result = overrides.reconcile(context, replicas, due);
    return due && result.propagator()
        ? silence
            .get()
            .map(since -> result.saying(PropagatorSilence.text(since, clock.instant())))
            .orElse(result)
        : result;
  }
}
