package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.evidence.Evidence;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.replica.ReplicaWriter;
import io.sluice.hub.status.Claim;
import io.sluice.hub.write.Revisions;
import io.sluice.hub.write.RolloutStatusWriter;
import io.sluice.rollout.HubSnapshot;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities;
import java.time.Clock;

/**
 * Answers the ports of a rollout from a hub.
 *
 * <p>Stateless apart from what informers keep in the {@link ReplicaStore}, which saves reads and
 * decides nothing: any worker process can take the next call of any attempt. {@link
 * DispatchHandler} writes versions and looks, {@link PendingContentWriter} writes what clusters run
 * besides, {@link RolloutStatusWriter} claims and publishes.
 */
public final class KubernetesHubActivities implements HubActivities {
  private final HubReader reader;
  private final ReplicaStore store;
  private final RolloutStatusWriter rollouts;
  private final DispatchHandler dispatching;
  private final PendingContentWriter providing;
  private final Clock clock;

  /**
   * Connects the ports with a hub.
   *
   * @param store what the informer over policies of this process keeps
   * @param fanout shared by everything in the process that writes to the hub
   */
  public KubernetesHubActivities(
      KubernetesClient client,
      ReplicaStore store,
      RequestPool fanout,
      Evidence evidence,
      Clock clock) {
    this(client, store, fanout, evidence, clock, Heartbeat.ofActivity());
  }

  KubernetesHubActivities(
      KubernetesClient client,
      ReplicaStore store,
      RequestPool fanout,
      Evidence evidence,
      Clock clock,
      Heartbeat heartbeat) {
    Revisions revisions = new Revisions(client);
    this.reader = new HubReader(client, fanout);
    this.store = requireNonNull(store, "store is null");
    this.rollouts = new RolloutStatusWriter(client, revisions, clock);
    this.clock = clock;
    BatchContext writes =
        new BatchContext(
            new ContentResolver(reader, revisions, clock),
            new Batches(fanout, heartbeat, clock),
            new ReplicaWriter(client, clock),
            store,
            new HubApi(client));
    this.dispatching = new DispatchHandler(writes, new ReplicaJudge(evidence), clock);
    this.providing = new PendingContentWriter(writes);
  }

  @Override
  public ClaimAnswer claim(AttemptRef attempt) {
    return rollouts.claim(attempt);
  }

  @Override
  public HubSnapshot observe(AttemptRef attempt) {
    PolicyContext picture = PolicyContext.of(reader.read(attempt.policy()), clock.instant());
    return picture.view(
        Claim.of(attempt, picture.rollout()), store.replicas(attempt.policy()).keySet());
  }

  @Override
  public BatchAnswer dispatch(Batch batch) {
    return dispatching.dispatch(batch);
  }

  @Override
  public BatchAnswer provide(PendingContentBatch provision) {
    return providing.provide(provision);
  }

  @Override
  public BatchAnswer takeBack(Batch batch) {
    return providing.takeBack(batch);
  }

  @Override
  public LookAnswer look(Batch batch) {
    return dispatching.look(batch);
  }

  @Override
  public void publish(StatusUpdate update) {
    rollouts.publish(
        update, () -> PolicyContext.of(reader.read(update.attempt().policy()), clock.instant()));
  }
}
