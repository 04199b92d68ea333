package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.approval.ApprovalGuard;
import io.sluice.hub.approval.RememberedGuard;
import io.sluice.hub.batch.BatchLimits;
import io.sluice.hub.batch.Batches;
import io.sluice.hub.batch.HeartbeatSender;
import io.sluice.hub.beside.PropagatedChanges;
import io.sluice.hub.beside.PropagatedDispatches;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.PropagationEvents;
import io.sluice.hub.gate.TicketWriter;
import io.sluice.hub.ledger.TicketLedgers;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.status.Claim;
import io.sluice.hub.write.KnownContents;
import io.sluice.hub.write.RevisionPruner;
import io.sluice.hub.write.Revisions;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.hub.write.RolloutStatusWriter;
import io.sluice.policy.PolicyName;
import io.sluice.policy.evidence.Evidence;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.lifecycle.StagingWay;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
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
  private final Function<PolicyName, PolicyObjects> cached;
  private final RolloutStatusWriter rollouts;
  private final PropagationEvents propagation;
  private final Dispatches dispatches;
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
   * @param notices whom to tell of what changes
   */
  public KubernetesHubActivities(
      KubernetesClient client,
      ReplicaStore store,
      Function<PolicyName, PolicyObjects> cached,
      PropagatorGuard propagator,
      RequestPool pool,
      Evidence evidence,
      EventRecorder events,
      NoticeRules notices,
      Clock clock) {
    this(
        client,
        store,
        cached,
        propagator,
        pool,
        evidence,
        events,
        notices,
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
      NoticeRules notices,
      Clock clock,
      Supplier<HeartbeatSender> heartbeats,
      BatchLimits limits) {
    this(
        client,
        standalone(pool, propagator, RememberedGuard.of(limits.limited(client), clock)),
        store,
        cached,
        propagator,
        pool,
        events,
        notices,
        clock,
        heartbeats,
        limits,
        (contents, batches) -> {
          DispatchHandler handler =
              new DispatchHandler(contents, batches, new ReplicaJudge(evidence), clock);
          return new Dispatches(handler::dispatch, handler::look);
        });
  }

  /** What the guard remembers serves all connections. */
  private static Function<KubernetesClient, HubReader> standalone(
      RequestPool pool, PropagatorGuard propagator, ApprovalGuard approvals) {
    return connection -> new HubReader(connection, pool, propagator, approvals);
  }

  private KubernetesHubActivities(
      KubernetesClient client,
      Function<KubernetesClient, HubReader> readers,
      ReplicaStore store,
      Function<PolicyName, PolicyObjects> cached,
      PropagatorGuard propagator,
      RequestPool pool,
      EventRecorder events,
      NoticeRules notices,
      Clock clock,
      Supplier<HeartbeatSender> heartbeats,
      BatchLimits limits,
      BiFunction<ContentResolver, Batches, Dispatches> dispatches) {
    this.reader = readers.apply(client);
    this.store = requireNonNull(store, "store is null");
    this.cached = requireNonNull(cached, "cached is null");
    this.revisions = new Revisions(client);
    this.rollouts =
        new RolloutStatusWriter(
            new RolloutObjects(client, events, clock).with(notices),
            Optional.of(revisions),
            events,
            clock);
    this.pruner = new RevisionPruner(revisions, store, cached, clock);
    this.propagation = new PropagationEvents(events);
    this.clock = clock;
    KubernetesClient limited = limits.limited(client);
    ContentResolver contents =
        new ContentResolver(
            readers.apply(limited), new Revisions(limited), pool, limits.starting(), clock);
    Batches batches =
        new Batches(limited, store, cached, propagator, pool, limits, heartbeats, clock);
    this.dispatches = dispatches.apply(contents, batches);
    this.pendingContent = new PendingContentWriter(contents, batches);
  }

  /** Gives clusters the version, and looks at them. */
  private record Dispatches(
      Function<Batch, BatchAnswer> dispatch, Function<Batch, LookAnswer> look) {}

  /**
   * Holds what a process knows of a hub on which OCM's propagator writes the replicas.
   *
   * @param store the replicas as this process's informer over policies last saw them
   * @param changes when the content of each changed last
   * @param ledgers which version each cluster took, where replicas do not show it
   * @param cached the objects of a policy as this process's informers last saw them
   */
  public record GatedHub(
      ReplicaStore store,
      PropagatedChanges changes,
      TicketLedgers ledgers,
      Function<PolicyName, PolicyObjects> cached) {
    public GatedHub {
      requireNonNull(store, "store is null");
      requireNonNull(changes, "changes is null");
      requireNonNull(ledgers, "ledgers is null");
      requireNonNull(cached, "cached is null");
    }
  }

  /**
   * Connects the activities with a hub on which OCM's propagator writes the replicas, each once it
   * has a ticket, by which the gate admits the write (gate 4).
   *
   * @param pool shared by all writers of the process
   * @param notices whom to tell of what changes
   */
  public static KubernetesHubActivities gated(
      KubernetesClient client,
      GatedHub known,
      RequestPool pool,
      Evidence evidence,
      EventRecorder events,
      NoticeRules notices,
      Clock clock) {
    return gated(
        client,
        known,
        pool,
        evidence,
        events,
        notices,
        clock,
        HeartbeatSender::ofActivity,
        BatchLimits.DEFAULT);
  }

  static KubernetesHubActivities gated(
      KubernetesClient client,
      GatedHub known,
      RequestPool pool,
      Evidence evidence,
      EventRecorder events,
      NoticeRules notices,
      Clock clock,
      Supplier<HeartbeatSender> heartbeats,
      BatchLimits limits) {
    KubernetesClient limited = limits.limited(client);
    ApprovalGuard approvals = RememberedGuard.of(limited, clock);
    return new KubernetesHubActivities(
        client,
        connection -> HubReader.beside(connection, pool, known.ledgers(), approvals),
        known.store(),
        known.cached(),
        PropagatorGuard.ALONE,
        pool,
        events,
        notices,
        clock,
        heartbeats,
        limits,
        (contents, batches) -> {
          DispatchHandler judged =
              new DispatchHandler(
                  contents,
                  batches,
                  new ReplicaJudge(evidence),
                  new PropagatedDispatches(known.store(), known.changes()),
                  clock);
          TicketHandler tickets =
              new TicketHandler(
                  contents,
                  batches,
                  new TicketRound.Hub(
                      HubReader.beside(limited, pool, known.ledgers(), approvals),
                      known.store(),
                      new TicketWriter(limited),
                      judged,
                      known.ledgers(),
                      new TicketLimit(),
                      clock));
          return new Dispatches(tickets::dispatch, judged::look);
        });
  }

  @Override
  public ClaimAnswer claim(AttemptRef attempt) {
    ClaimAnswer answer = rollouts.claim(attempt);
    if (answer.granted()) {
      pruner.prune(attempt);
    }
    return answer;
  }

  /** Whether the gate stands no object of the policy says: that the process knows (gate 3). */
  private PolicyObjects read(PolicyName policy) {
    PolicyObjects live = reader.read(policy);
    return live.way() == StagingWay.GATE ? live.suspended(cached.apply(policy).suspended()) : live;
  }

  @Override
  public HubSnapshot observe(AttemptRef attempt) {
    PolicyContext context = PolicyContext.of(read(attempt.policyName()), clock.instant());
    Map<String, CachedReplica> replicas = store.replicas(attempt.policyName());
    return context
        .view(
            Claim.of(attempt, context.rollout()),
            replicas.keySet(),
            KnownContents.unknown(revisions, context, replicas.values()))
        .keeping(KnownContents.kept(revisions, context));
  }

  @Override
  public BatchAnswer dispatch(Batch batch) {
    return propagation.dispatched(batch, dispatches.dispatch().apply(batch));
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
    return dispatches.look().apply(batch);
  }

  @Override
  public void publish(StatusUpdate update) {
    rollouts.publish(
        update,
        cached.apply(update.attempt().policyName()).rollout(),
        () -> PolicyContext.of(reader.read(update.attempt().policyName()), clock.instant()));
  }
}
