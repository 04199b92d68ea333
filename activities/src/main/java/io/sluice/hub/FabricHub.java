package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.plan.HubView;
import io.sluice.policy.Evidence;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.Batch;
import io.sluice.workflow.BatchAnswer;
import io.sluice.workflow.ClaimAnswer;
import io.sluice.workflow.HubActivities;
import io.sluice.workflow.LookAnswer;
import io.sluice.workflow.Provision;
import io.sluice.workflow.StatusUpdate;
import java.time.Clock;

/**
 * Answers the ports of a rollout from a hub.
 *
 * <p>Stateless apart from what informers keep in the {@link ReplicaStore}, which saves reads and
 * decides nothing: any worker process can take the next call of any attempt. {@link Dispatching}
 * writes versions and looks, {@link Providing} writes what clusters run besides, {@link
 * RolloutStatusPort} claims and publishes.
 */
public final class FabricHub implements HubActivities {
  private final HubReader reader;
  private final ReplicaStore store;
  private final RolloutStatusPort rollouts;
  private final Dispatching dispatching;
  private final Providing providing;
  private final Clock clock;

  /**
   * Connects the ports with a hub.
   *
   * @param store what the informer over policies of this process keeps
   * @param fanout shared by everything in the process that writes to the hub
   */
  public FabricHub(
      KubernetesClient client, ReplicaStore store, Fanout fanout, Evidence evidence, Clock clock) {
    this(client, store, fanout, evidence, clock, Heartbeat.ofActivity());
  }

  FabricHub(
      KubernetesClient client,
      ReplicaStore store,
      Fanout fanout,
      Evidence evidence,
      Clock clock,
      Heartbeat heartbeat) {
    Revisions revisions = new Revisions(client);
    this.reader = new HubReader(client, fanout);
    this.store = requireNonNull(store, "store is null");
    this.rollouts = new RolloutStatusPort(client, revisions, clock);
    this.clock = clock;
    HubWrites writes =
        new HubWrites(
            new AttemptContents(reader, revisions, clock),
            new Batches(fanout, heartbeat, clock),
            new ReplicaWriter(client, clock),
            store,
            new HubApi(client));
    this.dispatching = new Dispatching(writes, new Judging(evidence), clock);
    this.providing = new Providing(writes);
  }

  @Override
  public ClaimAnswer claim(AttemptRef attempt) {
    return rollouts.claim(attempt);
  }

  @Override
  public HubView observe(AttemptRef attempt) {
    HubPicture picture = HubPicture.of(reader.read(attempt.policy()), clock.instant());
    return picture.view(
        Claim.of(attempt, picture.rollout()), store.replicas(attempt.policy()).keySet());
  }

  @Override
  public BatchAnswer dispatch(Batch batch) {
    return dispatching.dispatch(batch);
  }

  @Override
  public BatchAnswer provide(Provision provision) {
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
        update, () -> HubPicture.of(reader.read(update.attempt().policy()), clock.instant()));
  }
}
