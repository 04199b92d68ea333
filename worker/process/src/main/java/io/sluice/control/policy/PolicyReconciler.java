package io.sluice.control.policy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.activation.ActivationPass;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.queue.NextPass;
import io.sluice.control.rollout.PolicyPass;
import io.sluice.control.rollout.RolloutPass;
import io.sluice.control.rollout.RunNotifier;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.hub.event.PlacementBindingEvents;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Problem;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.lifecycle.RepairStop;
import io.sluice.rollout.lifecycle.RetirementAction;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.status.NewcomerApprovals;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reconciles one policy at a time.
 *
 * <p>An unstaged policy is replicated at once. A staged policy gets its Rollout object and a
 * revision, and the attempt that is due is started; only the run changes the version of a cluster.
 * {@link RunNotifier} notifies an open run of what it must know. When the strategy was removed, the
 * Rollout object goes once no run is open, and then every cluster gets the present version
 * (rollout-strategy 3.8).
 */
public final class PolicyReconciler implements PolicyPass {
  private final HubCaches caches;
  private final ReplicaReconciler replicas;
  private final ReplicaRemover remover;
  private final StrayRemover strays;
  private final RefusedWrites refused;
  private final RepairHistories histories;
  private final RolloutPass rollouts;
  private final DriftCorrector drift;
  private final NewcomerReconciler newcomers;
  private final ActivationPass activator;
  private final EventRecorder events;
  private final PlacementBindingEvents bindings;
  private final Clock clock;

  public PolicyReconciler(
      HubCaches caches,
      ReplicaReconciler replicas,
      ReplicaRemover remover,
      StrayRemover strays,
      RefusedWrites refused,
      RepairHistories histories,
      RolloutPass rollouts,
      DriftCorrector drift,
      NewcomerReconciler newcomers,
      ActivationPass activator,
      EventRecorder events,
      Clock clock) {
    this.caches = caches;
    this.replicas = replicas;
    this.remover = remover;
    this.strays = strays;
    this.refused = refused;
    this.histories = histories;
    this.rollouts = rollouts;
    this.drift = drift;
    this.newcomers = newcomers;
    this.activator = activator;
    this.events = events;
    this.bindings = new PlacementBindingEvents(events);
    this.clock = clock;
  }

  @Override
  public Optional<Instant> reconcile(PolicyName policy) {
    Optional<Instant> again = pass(policy);
    return NextPass.earlier(again, refused.retryAt(policy, clock.instant()));
  }

  private Optional<Instant> pass(PolicyName policy) {
    Instant now = clock.instant();
    PolicyObjects objects = caches.objectsToActOn(policy);
    PolicyContext context = PolicyContext.of(objects, now);
    Map<String, CachedReplica> present = present(policy, context);
    if (!caches.mayBeRoot(policy) && !KnownRoot.is(context, !present.isEmpty())) {
      return caches.propagator().free() ? removeStale(policy, present, now) : Optional.empty();
    }
    Optional<Problem> suspended = objects.suspended();
    if (suspended.isPresent()) {
      return context.root().flatMap(root -> report(root, context, present, suspended.get()));
    }
    if (context.root().isEmpty()) {
      histories.forget(policy);
      newcomers.forget(policy);
      rollouts.forget(policy, context.rollout());
      return removeStale(policy, present, now);
    }
    RootPolicy root = context.root().get();
    remover.root(root);
    if (root.disabled()) {
      histories.forget(policy);
      newcomers.forget(policy);
      return NextPass.earlier(
          remover.removeAll(policy, present), rollouts.retire(root, context, now).again());
    }
    if (root.deleting()) {
      // Nothing begins any more for a policy that is being deleted, no activation either.
      return replicate(root, objects, context, present, now);
    }
    ActivationPass.Result activated = activator.reconcile(context, present.keySet(), now);
    Optional<Instant> again =
        activated
            .rollout()
            .map(objects::with)
            .map(written -> replicate(root, written, PolicyContext.of(written, now), present, now))
            .orElseGet(() -> replicate(root, objects, context, present, now));
    return NextPass.earlier(activated.again(), again);
  }

  /** Removes what no root stands for: a Policy in the namespace of a cluster, and replicas. */
  private Optional<Instant> removeStale(
      PolicyName policy, Map<String, CachedReplica> replicas, Instant now) {
    Optional<Instant> again =
        caches.mayBeRoot(policy)
            ? Optional.empty()
            : strays.remove(policy, caches.replicas().whole(policy), now);
    Map<String, CachedReplica> labelled = new HashMap<>(replicas);
    for (String cluster : replicas.keySet()) {
      PolicyName there = new PolicyName(cluster, policy.replicaName());
      Optional<GenericKubernetesResource> unlabelled = caches.replicas().whole(there);
      if (unlabelled.isPresent()) {
        // It lost its label, or it is a root of that name.
        labelled.remove(cluster);
        again = NextPass.earlier(again, strays.remove(there, unlabelled, now));
      }
    }
    return NextPass.earlier(again, remover.removeOrphans(policy, labelled, now));
  }

  private Optional<Instant> replicate(
      RootPolicy root,
      PolicyObjects objects,
      PolicyContext context,
      Map<String, CachedReplica> present,
      Instant now) {
    PolicyName policy = root.name();
    histories.begin(root, context, present.keySet(), now);
    Optional<Problem> undone = RepairStop.problem(histories.undone(policy));
    undone.ifPresent(
        problem ->
            warn(
                root,
                problem.reason(),
                Problem.message("Cannot propagate policy " + policy, List.of(problem))));
    bindings.report(objects, context.targets(root.snapshot()));
    Optional<Instant> again =
        context.strategy().staged() || context.strategyDropped()
            ? reconcileStaged(
                root,
                undone.isEmpty() ? context : PolicyContext.of(objects.suspended(undone), now),
                present,
                now)
            : reconcileUnstaged(root, context, present, now);
    if (undone.isEmpty() && histories.undone(policy).stopped()) {
      // A stop that this pass has found is reported by the next one.
      return Optional.of(now);
    }
    reportLeft(root);
    return NextPass.earlier(histories.again(policy), again);
  }

  /** An unstaged policy has no Rollout whose exceptions could say it. */
  private void reportLeft(RootPolicy root) {
    List<String> left = histories.undone(root.name()).left();
    if (!left.isEmpty()) {
      warn(
          root,
          IssueReason.REPAIR_UNDONE.label(),
          "Cannot keep policy %s on %s: the repair of its replica there was undone twice. Find out who writes there; Sluice tries again every ten minutes, and when the policy changes."
              .formatted(root.name(), RepairStop.named(left)),
          RepairStop.named(left));
    }
  }

  /** Reports that nothing is written, and writes only what the propagator does not. */
  private Optional<Instant> report(
      RootPolicy root,
      PolicyContext context,
      Map<String, CachedReplica> present,
      Problem suspended) {
    warn(
        root,
        suspended.reason(),
        Problem.message("Cannot propagate policy " + root.name(), List.of(suspended)));
    return context.strategy().staged() && !root.disabled()
        ? rollouts.reconcile(root, context, present, Optional.empty())
        : Optional.empty();
  }

  /** The replicas of the policy, also on selected clusters without a ManagedCluster. */
  private Map<String, CachedReplica> present(PolicyName policy, PolicyContext context) {
    Set<String> selected =
        context
            .root()
            .<Set<String>>map(root -> context.targets(root.snapshot()).replicas())
            .orElse(Set.of());
    Map<String, CachedReplica> present = caches.replicas().replicas(policy, selected);
    present.keySet().stream()
        .filter(cluster -> caches.managedCluster(cluster).isEmpty())
        .forEach(cluster -> caches.replicas().adopt(policy, cluster));
    return present;
  }

  private Optional<Instant> reconcileUnstaged(
      RootPolicy root, PolicyContext context, Map<String, CachedReplica> present, Instant now) {
    newcomers.forget(root.name());
    RolloutPass.Retirement retirement = rollouts.retire(root, context, now);
    // A batch of the open run would write the version that it rolled out.
    return retirement.action() == RetirementAction.WAIT_FOR_THE_RUN
        ? retirement.again()
        : NextPass.earlier(
            replicate(root, context, present),
            remover.removeUnselected(root.name(), context, present, now));
  }

  /** Clusters keep what they have while the present version cannot be delivered. */
  private Optional<Instant> replicate(
      RootPolicy root, PolicyContext context, Map<String, CachedReplica> present) {
    Optional<Refusal> refusal = RootConditions.refusal(root);
    refusal.ifPresent(found -> warn(root, found.reason(), found.message()));
    return refusal.isPresent() ? Optional.empty() : replicas.replicate(root, context, present);
  }

  /** Records a Warning on the root, once for each generation. */
  private void warn(RootPolicy root, String reason, String message) {
    warn(root, reason, message, "");
  }

  /** The same, and again when what it is about changes. */
  private void warn(RootPolicy root, String reason, String message, String about) {
    caches
        .replicas()
        .root(root.name())
        .ifPresent(
            object ->
                events.warning(
                    EventSubject.of(object),
                    reason,
                    message,
                    "generation %d %s".formatted(root.generation(), about)));
  }

  private Optional<Instant> reconcileStaged(
      RootPolicy root, PolicyContext context, Map<String, CachedReplica> present, Instant now) {
    Optional<Instant> again = remover.removeUnselected(root.name(), context, present, now);
    if (context.strategyDropped()) {
      // The end of the grace period need not be an event on the hub.
      again = NextPass.earlier(again, Optional.of(now.plus(HubCaches.STRATEGY_GRACE)));
    }
    Optional<Refusal> refusal = context.acceptance().flatMap(SettingsValidation::refusal);
    refusal.ifPresent(found -> warn(root, found.reason(), found.message()));
    boolean undecided =
        context.active().filter(targeting -> targeting.recorded().isEmpty()).isPresent();
    Optional<NewcomerApprovals.Waiting> waiting = Optional.empty();
    // Until the first decision nothing says what is active, overrides included.
    if (refusal.isEmpty() && !undecided) {
      drift.correct(root, context, present, now);
      waiting = newcomers.reconcile(root, context, present);
    }
    return NextPass.earlier(again, rollouts.reconcile(root, context, present, waiting));
  }
}
