package io.sluice.control.beside;

import io.sluice.control.activation.ActivationPass;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.gate.ExpiryWarner;
import io.sluice.control.gate.GateKeeper;
import io.sluice.control.policy.NewcomerReconciler;
import io.sluice.control.queue.NextPass;
import io.sluice.control.rollout.PolicyPass;
import io.sluice.control.rollout.RolloutReconciler;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.hub.read.OverrideNames;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.write.RetirementWriter;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.lifecycle.RetirementAction;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.lifecycle.StagingWay;
import io.sluice.status.NewcomerApprovals;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Reconciles one policy at a time beside OCM's propagator: starts its attempts, and keeps its
 * override (policy-propagation 14).
 *
 * <p>A policy takes part if a person created its Rollout object with a strategy. Replicas, root
 * policies and their statuses are never written.
 */
public final class BesideReconciler implements PolicyPass {
  private static final Duration GATE_POLL = Duration.ofSeconds(5);

  private final HubCaches caches;
  private final OverrideReconciler overrides;
  private final RolloutReconciler rollouts;
  private final ActivationPass activator;
  private final NewcomerReconciler newcomers;
  private final GateKeeper gate;
  private final EventRecorder events;
  private final ExpiryWarner expiry;
  private final Clock clock;

  public BesideReconciler(
      HubCaches caches,
      OverrideReconciler overrides,
      RolloutReconciler rollouts,
      ActivationPass activator,
      NewcomerReconciler newcomers,
      GateKeeper gate,
      EventRecorder events,
      Clock clock) {
    this.caches = caches;
    this.overrides = overrides;
    this.rollouts = rollouts;
    this.activator = activator;
    this.newcomers = newcomers;
    this.gate = gate;
    this.events = events;
    this.expiry = new ExpiryWarner(events);
    this.clock = clock;
  }

  @Override
  public Optional<Instant> reconcile(PolicyName policy) {
    boolean gated = caches.way(policy) == StagingWay.GATE;
    if (!caches.mayBeRoot(policy)
        || !gated && !staged(policy) && !concerned(caches.outline(policy))) {
      return Optional.empty();
    }
    PolicyObjects objects = caches.objects(policy);
    Instant now = clock.instant();
    PolicyContext context = PolicyContext.of(objects, now);
    overrides.withdrawEdited(context);
    Map<String, CachedReplica> replicas = caches.view().replicas(policy);
    Optional<RootPolicy> staged =
        context
            .root()
            .filter(root -> !root.disabled())
            .filter(root -> gated || context.rollout().isPresent())
            .filter(root -> context.strategy().staged());
    if (gated) {
      expiry.look(context, now);
    }
    Optional<Instant> labels =
        gated && context.root().isPresent()
            ? gate.reconcile(context, replicas, now)
            : gate.letGo(context, replicas, now);
    // That the gate stands again is no event.
    Optional<Instant> again =
        gated && objects.suspended().isPresent()
            ? NextPass.earlier(labels, Optional.of(now.plus(GATE_POLL)))
            : labels;
    return NextPass.earlier(again, reconcile(policy, context, staged, replicas, now));
  }

  /** Whether a replica is held still: the label was taken off the policy. */
  private boolean staged(PolicyName policy) {
    return caches.replicas().any(policy, replica -> replica.gate().staged());
  }

  private Optional<Instant> reconcile(
      PolicyName policy,
      PolicyContext context,
      Optional<RootPolicy> staged,
      Map<String, CachedReplica> replicas,
      Instant now) {
    PolicyObjects objects = context.objects();
    if (staged.isPresent()) {
      warnOfRefusal(context, staged.get());
      if (staged.get().deleting()) {
        // Nothing begins any more for a policy that is being deleted, no activation either.
        return rollouts.reconcile(staged.get(), context, replicas, Optional.empty());
      }
      ActivationPass.Result activated = activator.reconcile(context, replicas.keySet(), now);
      PolicyContext active =
          activated
              .rollout()
              .map(written -> PolicyContext.of(objects.with(written), now))
              .orElse(context);
      return NextPass.earlier(
          activated.again(),
          rollouts.reconcile(
              staged.get(), active, replicas, unapproved(staged.get(), active, replicas)));
    }
    Optional<Instant> again = overrides.reconcile(context, replicas, false).again();
    if (context.root().isEmpty()) {
      rollouts.forget(policy, context.rollout());
      return again;
    }
    return NextPass.earlier(again, retire(context.root().get(), context, now));
  }

  /**
   * Behind the gate, who joins after an attempt that did not succeed gets the version that was
   * rolled out last with success, as where Sluice writes all replicas (gate 4.6). After a success
   * an attempt gives it to them.
   *
   * @return those that get nothing before an approval
   */
  private Optional<NewcomerApprovals.Waiting> unapproved(
      RootPolicy root, PolicyContext context, Map<String, CachedReplica> replicas) {
    boolean served =
        context.objects().way() == StagingWay.GATE
            && context.objects().suspended().isEmpty()
            && context
                .rolloutStatus()
                .map(status -> status.record(root.uid()))
                .filter(last -> last.ended(Outcome.FAILED) || last.ended(Outcome.ABORTED))
                .isPresent();
    return served ? newcomers.reconcile(root, context, replicas) : Optional.empty();
  }

  /** Whether a person has created a Rollout object, or an override exists. */
  private static boolean concerned(PolicyObjects objects) {
    OverrideNames override = new OverrideNames(objects);
    return objects.rollout().isPresent()
        || override.placement().isPresent()
        || override.binding().isPresent();
  }

  /** Retires the Rollout object, but never deletes it: it belongs to a person. */
  private Optional<Instant> retire(RootPolicy root, PolicyContext context, Instant now) {
    boolean staged = context.strategy().staged();
    RetirementAction action =
        RetirementWriter.decide(context.rollout(), staged, root.disabled(), Optional.empty());
    return action == RetirementAction.DELETE
        ? Optional.empty()
        : rollouts.retire(root, context, now).again();
  }

  private void warnOfRefusal(PolicyContext context, RootPolicy root) {
    context
        .acceptance()
        .flatMap(SettingsValidation::refusal)
        .ifPresent(
            refusal ->
                caches
                    .replicas()
                    .root(root.name())
                    .ifPresent(
                        object ->
                            events.warning(
                                EventSubject.of(object),
                                refusal.reason(),
                                refusal.message(),
                                "generation " + root.generation())));
  }
}
