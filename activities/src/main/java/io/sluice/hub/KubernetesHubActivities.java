package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.PropagationEvents;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.read.PropagatorGuard;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.status.Claim;
import io.sluice.hub.write.KnownContents;
import io.sluice.hub.write.Revisions;
import io.sluice.hub.write.RolloutStatusWriter;
import io.sluice.policy.PolicyName;
import io.sluice.policy.evidence.Evidence;
import io.sluice.rollout.HubSnapshot;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Implements the activities of a rollout against a hub.
 *
 * <p>Its only state is what informers saw, so any worker process can execute the next call of any
 * attempt. That state saves reads, and decides one thing only: a cluster that is no longer selected
 * is not written. {@link DispatchHandler} writes versions and judges replicas, {@link
 * PendingContentWriter} writes what clusters run before their turn, {@link RolloutStatusWriter}
 * claims the Rollout object and publishes its status.
 */
public final class KubernetesHubActivities implements HubActivities {
  private final HubReader reader;
  private final Revisions revisions;
  private final ReplicaStore store;
  private final RolloutStatusWriter rollouts;
  private final PropagationEvents propagation;
  private final DispatchHandler dispatches;
  private final PendingContentWriter pendingContent;
  private final RevisionPruner pruner;
  private final Clock clock;

  /**
   * Connects the activities with a hub.
   *
   * @param store the replicas as this process's informer over policies last saw them
   * @param cached the objects of a policy as this process's informers last saw them
   * @param propagator decides whether anything may be written
   * @param pool shared by all writers of the process
   */
  public KubernetesHubActivities(
      KubernetesClient client,
      ReplicaStore store,
      Function<PolicyName, PolicyObjects> cached,
      PropagatorGuard propagator,
      RequestPool pool,
      Evidence evidence,
      EventRecorder events,
      Clock clock) {
    this(
        client,
        store,
        cached,
        propagator,
        pool,
        evidence,
        events,
        clock,
        HeartbeatSender::ofActivity,
        BatchLimits.DEFAULT);
  }

  KubernetesHubActivities(
      KubernetesClient client,
      ReplicaStore store,
      Function<PolicyName, PolicyObjects> cached,
      PropagatorGuard propagator,
      RequestPool pool,
      Evidence evidence,
      EventRecorder events,
      Clock clock,
      Supplier<HeartbeatSender> heartbeats,
      BatchLimits limits) {
    this.reader = new HubReader(client, pool, propagator);
    this.store = requireNonNull(store, "store is null");
    this.revisions = new Revisions(client);
    this.rollouts = new RolloutStatusWriter(client, Optional.of(revisions), events, clock);
    this.pruner = new RevisionPruner(revisions, store, cached, clock);
    this.propagation = new PropagationEvents(events);
    this.clock = clock;
    KubernetesClient limited = limits.limited(client);
    ContentResolver contents =
        new ContentResolver(
            new HubReader(limited, pool, propagator),
            new Revisions(limited),
            pool,
            limits.starting(),
            clock);
    Batches batches =
        new Batches(limited, store, cached, propagator, pool, limits, heartbeats, clock);
    this.dispatches = new DispatchHandler(contents, batches, new ReplicaJudge(evidence), clock);
    this.pendingContent = new PendingContentWriter(contents, batches);
  }

  @Override
  public ClaimAnswer claim(AttemptRef attempt) {
    ClaimAnswer answer = rollouts.claim(attempt);
    if (answer.granted()) {
      pruner.prune(attempt);
    }
    return answer;
  }

  @Override
  public HubSnapshot observe(AttemptRef attempt) {
    PolicyContext context = PolicyContext.of(reader.read(attempt.policyName()), clock.instant());
    Map<String, CachedReplica> replicas = store.replicas(attempt.policyName());
    return context.view(
        Claim.of(attempt, context.rollout()),
        replicas.keySet(),
        KnownContents.unknown(revisions, context, replicas.values()));
  }

  @Override
  public BatchAnswer dispatch(Batch batch) {
    return propagation.dispatched(batch, dispatches.dispatch(batch));
  }

  @Override
  public BatchAnswer provide(PendingContentBatch pending) {
    return propagation.provided(pending.batch(), pendingContent.provide(pending));
  }

  @Override
  public BatchAnswer takeBack(Batch batch) {
    return propagation.takenBack(batch, pendingContent.takeBack(batch));
  }

  @Override
  public LookAnswer look(Batch batch) {
    return dispatches.look(batch);
  }

  @Override
  public void publish(StatusUpdate update) {
    rollouts.publish(
        update,
        () -> PolicyContext.of(reader.read(update.attempt().policyName()), clock.instant()));
  }
}
