package io.sluice.hub.batch;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.Reachability;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.replica.ReplicaWriter;
import io.sluice.hub.replica.WriteResult;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Report;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Executes batches: reads and writes the replicas of many clusters in parallel. {@link BatchRun}
 * bounds each of them.
 */
public final class Batches {

  private final RequestPool pool;
  private final BatchLimits limits;
  private final Supplier<HeartbeatSender> heartbeats;
  private final ReplicaStore store;
  private final ReplicaWriter writer;
  private final HubApi hub;
  private final Function<PolicyName, PolicyObjects> cached;
  private final Map<PolicyName, SelectedClusters> selected = new ConcurrentHashMap<>();
  private final Clock clock;

  /**
   * Creates the executor of batches.
   *
   * @param client sends each request once, within the limits
   * @param heartbeats creates the sender for the activity that runs on the calling thread
   * @param cached the objects of a policy in this process's caches
   */
  public Batches(
      KubernetesClient client,
      ReplicaStore store,
      Function<PolicyName, PolicyObjects> cached,
      PropagatorGuard propagator,
      RequestPool pool,
      BatchLimits limits,
      Supplier<HeartbeatSender> heartbeats,
      Clock clock) {
    this.pool = requireNonNull(pool, "pool is null");
    this.limits = requireNonNull(limits, "limits is null");
    this.heartbeats = requireNonNull(heartbeats, "heartbeats is null");
    this.store = requireNonNull(store, "store is null");
    this.cached = requireNonNull(cached, "cached is null");
    this.writer = new ReplicaWriter(client, clock, propagator);
    this.hub = new HubApi(client);
    this.clock = clock;
  }

  /**
   * Holds what was done for one cluster.
   *
   * @param ack absent: not tried
   * @param report the verdict of a replica that carried the content already
   */
  public record Result(Optional<Ack> ack, Optional<Report> report) {
    public static Result of(Optional<Ack> ack) {
      return new Result(ack, Optional.empty());
    }
  }

  /** Executes a batch of writes; if the hub fails before the first one, no cluster was tried. */
  public BatchAnswer bounded(Batch batch, Function<BatchRun, BatchAnswer> work) {
    return begin(batch).bounded(work);
  }

  /** Begins a batch on the thread of its activity. */
  public BatchRun begin(Batch batch) {
    SelectedClusters clusters =
        selected.computeIfAbsent(
            batch.attempt().policyName(), policy -> new SelectedClusters(policy, cached, clock));
    return new BatchRun(batch, limits, pool, clusters::contains, heartbeats.get(), clock);
  }

  /** Writes over the replica as the informer last saw it; a stale one costs a conflict. */
  public WriteResult write(BatchRun run, DesiredReplica desired) {
    return writer.write(
        desired.onlyIf(changed -> run.open(desired.cluster())),
        store.replica(desired.policy(), desired.cluster()));
  }

  /** Deletes the replica, if it is justified by what it carries now. */
  public WriteResult delete(BatchRun run, String cluster, Predicate<CachedReplica> justified) {
    return writer.delete(
        run.batch().attempt().policyName(),
        cluster,
        Optional.empty(),
        known -> justified.test(known) && run.open(cluster));
  }

  /** Reads the replica from the hub. */
  public Optional<CachedReplica> read(PolicyName policy, String cluster) {
    return writer.read(policy, cluster);
  }

  /** Returns the clusters that cannot be reached, as this process's caches have them. */
  public Set<String> outOfReach(PolicyName policy) {
    return cached.apply(policy).outOfReach();
  }

  /** Asks the hub whether the cluster cannot be reached now. */
  public boolean unreachable(String cluster) {
    return Reachability.unreachable(hub.get(Kinds.MANAGED_CLUSTER, "", cluster));
  }

  /** Translates the result of a write into its acknowledgement; empty if it was not tried. */
  public Optional<Ack> ack(AttemptRef attempt, String cluster, WriteResult written) {
    Instant now = clock.instant();
    return switch (written.kind()) {
      case CHANGED -> Optional.empty();
      case REFUSED -> Optional.of(Ack.refused(cluster, now, written.why()));
      case CREATED, UPDATED, UNCHANGED, DELETED ->
          Optional.of(
              taken(
                  attempt,
                  cluster,
                  written.replica().flatMap(known -> known.replica().dispatch()),
                  now));
    };
  }

  /** A repeated call finds the write of the first call, and returns its instant. */
  private static Ack taken(
      AttemptRef attempt, String cluster, Optional<Dispatch> dispatch, Instant now) {
    boolean ours =
        dispatch
            .filter(found -> found.attempt() == attempt.attempt())
            .filter(found -> found.rolloutUid().equals(attempt.rolloutUid()))
            .isPresent();
    return Ack.written(
        cluster, ours ? dispatch.get().at() : now, dispatch.map(Dispatch::attempt).orElse(0L));
  }
}
