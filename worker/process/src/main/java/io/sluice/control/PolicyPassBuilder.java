package io.sluice.control;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.control.activation.ActivationEvents;
import io.sluice.control.activation.ActivationPass;
import io.sluice.control.activation.PolicyActivator;
import io.sluice.control.beside.BesideReconciler;
import io.sluice.control.beside.BesideSupport;
import io.sluice.control.beside.OverrideReconciler;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.gate.BesideWays;
import io.sluice.control.gate.GateKeeper;
import io.sluice.control.gate.GatedSupport;
import io.sluice.control.gate.InputsKeeper;
import io.sluice.control.policy.DriftCorrector;
import io.sluice.control.policy.NewcomerReconciler;
import io.sluice.control.policy.PolicyReconciler;
import io.sluice.control.policy.RefusedWrites;
import io.sluice.control.policy.RemovalQuota;
import io.sluice.control.policy.RepairHistories;
import io.sluice.control.policy.ReplicaReconciler;
import io.sluice.control.policy.ReplicaRemover;
import io.sluice.control.policy.StrayJudge;
import io.sluice.control.policy.StrayRemover;
import io.sluice.control.rollout.AttemptSupport;
import io.sluice.control.rollout.FormerAttemptFinder;
import io.sluice.control.rollout.PolicyPass;
import io.sluice.control.rollout.RolloutPass;
import io.sluice.control.rollout.RolloutReconciler;
import io.sluice.control.rollout.SoakedClusters;
import io.sluice.control.rollout.StandaloneSupport;
import io.sluice.control.run.Absences;
import io.sluice.control.run.LiveClusters;
import io.sluice.control.run.LiveSelection;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.PropagationEvents;
import io.sluice.hub.gate.TicketWriter;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.replica.ReplicaPort;
import io.sluice.hub.replica.ReplicaWriter;
import io.sluice.hub.replica.VanishedReplicas;
import io.sluice.hub.write.Revisions;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.PolicyName;
import java.time.Clock;

/** Wires what a pass over a policy does, for the mode of the process. */
public final class PolicyPassBuilder {
  private final KubernetesClient hub;
  private final HubApi api;
  private final HubCaches caches;
  private final RequestPool requests;
  private final EventRecorder recorder;
  private final NoticeRules notices;
  private final Clock clock;

  /**
   * Wires passes over the policies in these caches.
   *
   * @param notices whom to tell of what changes
   */
  public PolicyPassBuilder(
      KubernetesClient hub,
      HubCaches caches,
      RequestPool requests,
      EventRecorder recorder,
      NoticeRules notices,
      Clock clock) {
    this.hub = requireNonNull(hub, "hub is null");
    this.api = new HubApi(hub);
    this.caches = requireNonNull(caches, "caches is null");
    this.requests = requireNonNull(requests, "requests is null");
    this.recorder = requireNonNull(recorder, "recorder is null");
    this.notices = requireNonNull(notices, "notices is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  LiveSelection live() {
    return new LiveSelection(
        new HubReader(hub, requests), new LiveClusters(api, this::managed), clock);
  }

  private PolicyContext live(PolicyName policy) {
    return PolicyContext.of(
        HubReader.beside(hub, requests, caches.ledgers(), caches.approvals()).read(policy),
        clock.instant());
  }

  private boolean managed(String cluster) {
    return caches.managedCluster(cluster).isPresent();
  }

  OverrideReconciler overrides(SoakedClusters soaked) {
    return new OverrideReconciler(
        hub,
        rollouts(),
        requests,
        recorder,
        soaked,
        caches.changes(),
        OverrideReconciler.SETTLED,
        clock);
  }

  AttemptSupport support(OverrideReconciler overrides, RepairHistories histories) {
    RolloutObjects rollouts = rollouts();
    Revisions revisions =
        caches.mode().beside() ? Revisions.behindTheGate(hub) : new Revisions(hub);
    AttemptSupport kept =
        new StandaloneSupport(
            revisions, new FormerAttemptFinder(revisions, recorder), rollouts, histories::undone);
    return caches.mode().beside()
        ? new BesideWays(
            new BesideSupport(
                caches.changes(), overrides, rollouts, caches::propagatorSilentSince, clock),
            new GatedSupport(kept, rollouts, caches.changes()))
        : kept;
  }

  ActivationPass activator() {
    return new PolicyActivator(api, rollouts(), new ActivationEvents(recorder), this::managed);
  }

  /** What these write is no Event: each of them records its own. */
  private RolloutObjects rollouts() {
    return new RolloutObjects(hub, clock).with(notices);
  }

  /** Wires a pass where OCM's propagator writes the replicas. */
  PolicyPass beside(
      RolloutReconciler rollouts, OverrideReconciler overrides, RepairHistories histories) {
    ReplicaReconciler replicas =
        new ReplicaReconciler(
            new ReplicaWriter(hub, clock, PropagatorGuard.ALONE),
            caches.replicas(),
            api,
            requests,
            new RefusedWrites(),
            histories,
            new PropagationEvents(recorder),
            clock);
    return new BesideReconciler(
        caches,
        overrides,
        rollouts,
        activator(),
        new NewcomerReconciler(replicas, new Revisions(hub), new VanishedReplicas()),
        new GateKeeper(new TicketWriter(hub), new InputsKeeper(api), requests, this::live),
        recorder,
        clock);
  }

  /**
   * Wires a pass where Sluice writes the replicas.
   *
   * @param writer takes the writes of replicas
   * @param absences measures for how long a cluster must be missing before its replica goes
   * @param quota limits how many Policies go that no root stands for
   */
  public PolicyReconciler standalone(
      ReplicaPort writer,
      RolloutPass rollouts,
      ActivationPass activator,
      Absences absences,
      RemovalQuota quota,
      RepairHistories histories) {
    RefusedWrites refused = new RefusedWrites();
    PropagationEvents propagation = new PropagationEvents(recorder);
    ReplicaReconciler replicas =
        new ReplicaReconciler(
            writer, caches.replicas(), api, requests, refused, histories, propagation, clock);
    Revisions revisions = new Revisions(hub);
    LiveSelection live = live();
    StrayRemover strays =
        new StrayRemover(writer, new StrayJudge(live, api, revisions), absences, quota);
    ReplicaRemover remover =
        new ReplicaRemover(
            writer,
            live,
            api,
            requests,
            refused,
            propagation,
            absences,
            strays,
            caches::managedCluster,
            clock);
    return new PolicyReconciler(
        caches,
        replicas,
        remover,
        strays,
        refused,
        histories,
        rollouts,
        new DriftCorrector(replicas, revisions, histories),
        new NewcomerReconciler(replicas, revisions, caches.replicas().vanished()),
        activator,
        recorder,
        clock);
  }
}
