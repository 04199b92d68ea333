package io.sluice.hub.batch;

import io.sluice.hub.client.HubException;
import io.sluice.hub.client.RequestPool;
import io.sluice.rollout.Ack;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes one batch within its {@link BatchLimits}: sends no request for a cluster after its time,
 * after the activity has ended, while the hub fails, or when no placement selects the cluster.
 */
public final class BatchRun implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BatchRun.class);

  /** After this many failed requests in a row the hub counts as failing: the rest is not tried. */
  private static final int MOST_FAILURES = 3;

  private static final int MOST_REPETITIONS = 3;
  private static final int TOO_MANY_REQUESTS = 429;

  private final Batch batch;
  private final BatchLimits limits;
  private final RequestPool pool;
  private final Predicate<String> selected;
  private final BatchHeartbeat heartbeat;
  private final Clock clock;
  private final long begun = System.nanoTime();
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicBoolean stopped = new AtomicBoolean();

  /**
   * Begins one.
   *
   * @param selected whether a cluster is still to be written
   */
  public BatchRun(
      Batch batch,
      BatchLimits limits,
      RequestPool pool,
      Predicate<String> selected,
      HeartbeatSender sender,
      Clock clock) {
    this.batch = batch;
    this.limits = limits;
    this.pool = pool;
    this.selected = selected;
    this.clock = clock;
    this.heartbeat =
        BatchHeartbeat.start(
            sender, batch.clusters().size(), limits.answering().plusSeconds(7), clock);
  }

  /** Executes a batch of writes; if the hub fails before the first one, no cluster was tried. */
  public BatchAnswer bounded(Function<BatchRun, BatchAnswer> work) {
    try (this) {
      BatchAnswer answer = tried(work);
      if (!answer.notTried().isEmpty()) {
        pause();
      }
      checkHeartbeat();
      return answer;
    }
  }

  private BatchAnswer tried(Function<BatchRun, BatchAnswer> work) {
    try {
      return work.apply(this);
    } catch (HubException e) {
      LOG.warn("{}", e.getMessage());
      return notTried();
    }
  }

  /** Returns the clusters that the call is for, and of which attempt. */
  public Batch batch() {
    return batch;
  }

  /** Returns whether a request for that cluster may be sent now. */
  public boolean open(String cluster) {
    return open() && selects(cluster);
  }

  /** Returns whether placements select that cluster now. */
  public boolean selects(String cluster) {
    return selected.test(cluster);
  }

  private boolean open() {
    return !stopped.get()
        && elapsed().compareTo(limits.starting()) < 0
        && failures.get() < MOST_FAILURES
        && heartbeat.alive();
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  /** Applies the work to each cluster; the answer names those that were not tried. */
  public BatchAnswer answer(Function<String, Batches.Result> work) {
    List<Optional<Batches.Result>> results = each(work);
    List<Batches.Result> tried = results.stream().flatMap(Optional::stream).toList();
    return new BatchAnswer(
        tried.stream().flatMap(result -> result.ack().stream()).toList(),
        tried.stream().flatMap(result -> result.report().stream()).toList(),
        IntStream.range(0, results.size())
            .filter(i -> results.get(i).flatMap(Batches.Result::ack).isEmpty())
            .mapToObj(batch.clusters()::get)
            .toList());
  }

  /**
   * Applies the work to each cluster that placements select; returns the results in the batch's
   * order, empty for clusters that were not tried.
   */
  <R> List<Optional<R>> each(Function<String, R> work) {
    return all(cluster -> open(cluster) ? once(work, cluster) : Optional.empty());
  }

  /**
   * Applies the work to those of the clusters that placements select; others may follow.
   *
   * @return the results in the order of the clusters, empty for those that were not tried
   */
  public <R> List<Optional<R>> some(List<String> clusters, Function<String, R> work) {
    return pool.each(
        clusters,
        cluster -> open(cluster) ? once(work, cluster) : Optional.empty(),
        limits.starting().minus(elapsed()),
        limits.answering().minus(elapsed()));
  }

  /** Returns whether there is time left to send requests. */
  public boolean goesOn() {
    return open();
  }

  /** Waits; returns earlier if the activity ends. */
  public void await(Duration pause) {
    heartbeat.await(pause);
  }

  /** Does the same for every cluster, selected or not: a read does no harm. */
  public <R> List<Optional<R>> read(Function<String, R> work) {
    return all(cluster -> open() ? once(work, cluster) : Optional.empty());
  }

  private <R> List<Optional<R>> all(Function<String, Optional<R>> work) {
    try {
      return pool.each(
          batch.clusters(),
          work,
          limits.starting().minus(elapsed()),
          limits.answering().minus(elapsed()));
    } finally {
      stopped.set(true);
    }
  }

  /**
   * Repeats a request while the hub answers that it is too busy; after any other failure the
   * cluster counts as not tried.
   */
  private <R> Optional<R> once(Function<String, R> work, String cluster) {
    for (int i = 0; i < MOST_REPETITIONS && open(); i++) {
      try {
        R result = work.apply(cluster);
        failures.set(0);
        heartbeat.done();
        return Optional.of(result);
      } catch (HubException e) {
        LOG.warn("{}", e.getMessage());
        if (e.code() != TOO_MANY_REQUESTS) {
          break;
        }
        heartbeat.await(Duration.ofMillis(ThreadLocalRandom.current().nextInt(700, 1300)));
      }
    }
    failures.incrementAndGet();
    return Optional.empty();
  }

  /** Refuses every cluster of the batch for one reason, without a write. */
  public BatchAnswer refused(String why) {
    return same(cluster -> Ack.refused(cluster, clock.instant(), why));
  }

  /** Acknowledges every cluster of the batch, without a write. */
  public BatchAnswer settled() {
    return same(cluster -> Ack.written(cluster, clock.instant(), 0));
  }

  private BatchAnswer same(Function<String, Ack> ack) {
    return new BatchAnswer(batch.clusters().stream().map(ack).toList(), List.of());
  }

  /** Answers after a failure before the first write. */
  public BatchAnswer notTried() {
    return new BatchAnswer(List.of(), List.of(), batch.clusters());
  }

  /** Throws when the activity has ended: its answer would be dropped. */
  public void checkHeartbeat() {
    heartbeat.check();
  }

  /** Waits before an answer with clusters that were not tried: the run asks for them at once. */
  void pause() {
    Duration rest = limits.pause().minus(elapsed());
    if (!rest.isNegative()) {
      heartbeat.await(rest);
    }
  }

  @Override
  public void close() {
    stopped.set(true);
    heartbeat.close();
  }
}
