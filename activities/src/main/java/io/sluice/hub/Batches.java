package io.sluice.hub;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.Reachability;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.PropagatorGuard;
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
import io.temporal.activity.Activity;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Executes batches: reads and writes the replicas of many clusters in parallel. */
final class Batches {
  private final RequestPool pool;
  private final Heartbeat heartbeat;
  private final ReplicaStore store;
  private final ReplicaWriter writer;
  private final HubApi hub;
  private final Clock clock;

  Batches(
      KubernetesClient client,
      ReplicaStore store,
      PropagatorGuard propagator,
      RequestPool pool,
      Heartbeat heartbeat,
      Clock clock) {
    this.pool = requireNonNull(pool, "pool is null");
    this.heartbeat = requireNonNull(heartbeat, "heartbeat is null");
    this.store = requireNonNull(store, "store is null");
    this.writer = new ReplicaWriter(client, clock, propagator);
    this.hub = new HubApi(client);
    this.clock = clock;
  }

  /** Reports the progress of a batch to Temporal; throws when the activity was canceled. */
  @FunctionalInterface
  interface Heartbeat {
    void beat(int done, int of);

    /** The heartbeat of the activity that runs on the calling thread. */
    static Heartbeat ofActivity() {
      return (done, of) -> Activity.getExecutionContext().heartbeat(Map.of("done", done, "of", of));
    }
  }

  /**
   * Holds what was done for one cluster.
   *
   * @param ack absent: not tried
   * @param report the verdict of a replica that carried the content already
   */
  record Result(Optional<Ack> ack, Optional<Report> report) {
    static Result of(Optional<Ack> ack) {
      return new Result(ack, Optional.empty());
    }
  }

  BatchAnswer answer(Batch batch, Function<String, Result> work) {
    List<Result> results = each(batch, work);
    return new BatchAnswer(
        results.stream().flatMap(result -> result.ack().stream()).toList(),
        results.stream().flatMap(result -> result.report().stream()).toList(),
        IntStream.range(0, results.size())
            .filter(i -> results.get(i).ack().isEmpty())
            .mapToObj(batch.clusters()::get)
            .toList());
  }

  /** Applies the work to each cluster of the batch; returns the results in the batch's order. */
  <R> List<R> each(Batch batch, Function<String, R> work) {
    return pool.each(batch.clusters(), work, done -> heartbeat.beat(done, batch.clusters().size()));
  }

  /** Refuses every cluster of the batch for one reason, without a write. */
  BatchAnswer refused(Batch batch, String why) {
    return same(batch, cluster -> Ack.refused(cluster, clock.instant(), why));
  }

  /** Acknowledges every cluster of the batch, without a write. */
  BatchAnswer settled(Batch batch) {
    return same(batch, cluster -> Ack.written(cluster, clock.instant(), 0));
  }

  private static BatchAnswer same(Batch batch, Function<String, Ack> ack) {
    return new BatchAnswer(batch.clusters().stream().map(ack).toList(), List.of());
  }

  /** Writes over the replica as the informer last saw it; a stale one costs a conflict. */
  WriteResult write(DesiredReplica desired) {
    return writer.write(desired, store.replica(desired.policy(), desired.cluster()));
  }

  WriteResult delete(PolicyName policy, String cluster, Predicate<CachedReplica> justified) {
    return writer.delete(policy, cluster, justified);
  }

  /** Reads the replica from the hub. */
  Optional<CachedReplica> read(PolicyName policy, String cluster) {
    return writer.read(policy, cluster);
  }

  boolean unreachable(String cluster) {
    return Reachability.unreachable(hub.get(Kinds.MANAGED_CLUSTER, "", cluster));
  }

  /** Translates the result of a write into its acknowledgement; empty if it was not tried. */
  Optional<Ack> ack(AttemptRef attempt, String cluster, WriteResult written) {
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
