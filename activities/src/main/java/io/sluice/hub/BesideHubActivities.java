package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.approval.ApprovalGuard;
import io.sluice.hub.approval.RememberedGuard;
import io.sluice.hub.batch.BatchLimits;
import io.sluice.hub.batch.BatchRun;
import io.sluice.hub.batch.Batches;
import io.sluice.hub.batch.HeartbeatSender;
import io.sluice.hub.beside.OverriddenReplicas;
import io.sluice.hub.beside.PageWriter;
import io.sluice.hub.beside.UnstagedNoteWriter;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.PropagationEvents;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.status.Claim;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.hub.write.RolloutStatusWriter;
import io.sluice.policy.PolicyName;
import io.sluice.policy.evidence.Evidence;
import io.sluice.rollout.HubSnapshot;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Implements the activities of a rollout where OCM's propagator writes the replicas: clusters are
 * enforced by the pages of an override ({@link OverrideHandler}), and Sluice writes neither a
 * replica, nor a root policy, nor a status of either (policy-propagation 14).
 */
public final class BesideHubActivities implements HubActivities {
  private final HubReader reader;
  private final OverriddenReplicas replicas;
  private final Function<PolicyName, PolicyObjects> cached;
  private final RolloutStatusWriter rollouts;
  private final PropagationEvents propagation;
  private final OverrideHandler override;
  private final OverrideJudge judge;
  private final Batches batches;
  private final Clock clock;

  /**
   * Connects the activities with a hub.
   *
   * @param store the replicas as this process's informer over policies last saw them
   * @param replicas the same, with their dispatches
   * @param cached the objects of a policy as this process's informers last saw them
   */
  public BesideHubActivities(
      KubernetesClient client,
      ReplicaStore store,
      OverriddenReplicas replicas,
      Function<PolicyName, PolicyObjects> cached,
      RequestPool pool,
      Evidence evidence,
      EventRecorder events,
      NoticeRules notices,
      Clock clock) {
    this(
        client,
        store,
        replicas,
        cached,
        pool,
        evidence,
        events,
        notices,
        clock,
        HeartbeatSender::ofActivity,
        BatchLimits.DEFAULT);
  }

  BesideHubActivities(
      KubernetesClient client,
      ReplicaStore store,
      OverriddenReplicas replicas,
      Function<PolicyName, PolicyObjects> cached,
      RequestPool pool,
      Evidence evidence,
      EventRecorder events,
      NoticeRules notices,
      Clock clock,
      Supplier<HeartbeatSender> heartbeats,
      BatchLimits limits) {
    KubernetesClient limited = limits.limited(client);
    ApprovalGuard approvals = RememberedGuard.of(limited, clock);
    this.reader = HubReader.beside(client, pool, approvals);
    this.replicas = requireNonNull(replicas, "replicas is null");
    this.cached = requireNonNull(cached, "cached is null");
    this.rollouts =
        new RolloutStatusWriter(
            new RolloutObjects(client, events, clock).with(notices),
            Optional.empty(),
            events,
            clock);
    this.propagation = new PropagationEvents(events);
    this.clock = clock;
    this.batches =
        new Batches(limited, store, cached, PropagatorGuard.ALONE, pool, limits, heartbeats, clock);
    HubReader bounded = HubReader.beside(limited, pool, approvals);
    this.judge =
        new OverrideJudge(
            bounded, batches, replicas, new ReplicaJudge(evidence), limits.starting(), clock);
    this.override =
        new OverrideHandler(
            bounded,
            batches,
            new PageWriter(limited),
            new UnstagedNoteWriter(limited),
            judge,
            limits.starting(),
            clock);
  }

  @Override
  public ClaimAnswer claim(AttemptRef attempt) {
    return rollouts.claim(attempt);
  }

  @Override
  public HubSnapshot observe(AttemptRef attempt) {
    PolicyContext context = PolicyContext.of(reader.read(attempt.policyName()), clock.instant());
    return context.view(
        Claim.of(attempt, context.rollout()),
        replicas.replicas(attempt.policyName()).keySet(),
        List.of());
  }

  @Override
  public BatchAnswer dispatch(Batch batch) {
    return propagation.dispatched(batch, override.dispatch(batch));
  }

  /** The propagator gives every cluster the version as inform. */
  @Override
  public BatchAnswer provide(PendingContentBatch pending) {
    return batches.bounded(pending.batch(), BatchRun::settled);
  }

  @Override
  public BatchAnswer takeBack(Batch batch) {
    return propagation.takenBack(batch, override.takeBack(batch));
  }

  @Override
  public LookAnswer look(Batch batch) {
    return judge.look(batch);
  }

  @Override
  public void publish(StatusUpdate update) {
    rollouts.publish(
        update,
        cached.apply(update.attempt().policyName()).rollout(),
        () -> PolicyContext.of(reader.read(update.attempt().policyName()), clock.instant()));
  }
}
