package io.sluice.hub;

import io.sluice.hub.client.RequestPool;
import io.sluice.hub.replica.WriteResult;
import io.sluice.hub.status.Claim;
import io.sluice.policy.Dispatch;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Report;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Works a batch off, cluster by cluster side by side, and gathers the answers. */
final class Batches {
  private final RequestPool fanout;
  private final Heartbeat heartbeat;
  private final Clock clock;

  Batches(RequestPool fanout, Heartbeat heartbeat, Clock clock) {
    this.fanout = fanout;
    this.heartbeat = heartbeat;
    this.clock = clock;
  }

  /** An acknowledgement, and the verdict of a replica that was left unwritten. */
  record Result(Ack ack, Optional<Report> report) {
    static Result of(Ack ack) {
      return new Result(ack, Optional.empty());
    }
  }

  BatchAnswer answer(Batch batch, Function<String, Result> work) {
    List<Result> results = each(batch, work);
    return new BatchAnswer(
        results.stream().map(Result::ack).toList(),
        results.stream().flatMap(result -> result.report().stream()).toList());
  }

  <R> List<R> each(Batch batch, Function<String, R> work) {
    return fanout.each(
        batch.clusters(), work, done -> heartbeat.beat(done, batch.clusters().size()));
  }

  /** Nobody is written to, for the same reason. */
  BatchAnswer refused(Batch batch, String why) {
    return same(batch, cluster -> Ack.refused(cluster, clock.instant(), why));
  }

  /** Nothing is to be done for any of them. */
  BatchAnswer settled(Batch batch) {
    return same(batch, cluster -> Ack.written(cluster, clock.instant(), 0));
  }

  private static BatchAnswer same(Batch batch, Function<String, Ack> ack) {
    return new BatchAnswer(batch.clusters().stream().map(ack).toList(), List.of());
  }

  /**
   * What the run hears of one write. A replica of a higher attempt means that this one has no say
   * any more.
   */
  Ack ack(AttemptRef attempt, String cluster, WriteResult written) {
    Instant now = clock.instant();
    return switch (written.kind()) {
      case REFUSED -> Ack.refused(cluster, now, written.why());
      case OVERTAKEN -> throw Claim.lost("write cluster " + cluster, attempt, written.why());
      case CREATED, UPDATED, UNCHANGED, DELETED ->
          taken(
              attempt,
              cluster,
              written.replica().flatMap(known -> known.replica().dispatch()),
              now);
    };
  }

  /** A repeated call finds its own write, and answers its instant. */
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
