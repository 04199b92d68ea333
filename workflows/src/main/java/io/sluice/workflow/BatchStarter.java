package io.sluice.workflow;

import io.sluice.rollout.Ack;
import io.sluice.rollout.Action;
import io.sluice.rollout.Observation;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import io.sluice.workflow.HubActivities.LookAnswer;
import io.sluice.workflow.HubActivities.PendingContentBatch;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Starts batches in the background, a few at a time, and adds each answer to the buffer at once, so
 * that the run steps between batches (rollout-strategy 3.2).
 *
 * <p>A cluster that has a batch under way is left out: the planner does not know of batches. What
 * finds no free slot is not queued either: after the next answer a step decides anew. Each method
 * returns how many clusters have got a batch.
 */
final class BatchStarter {
  private final HubCalls hub;
  private final SignalBuffer buffer;
  private final UntriedClusters untried;
  private final BatchSlots writes = new BatchSlots();
  private final BatchSlots looks = new BatchSlots();
  private boolean stopped;

  BatchStarter(HubCalls hub, SignalBuffer buffer, UntriedClusters untried) {
    this.hub = hub;
    this.buffer = buffer;
    this.untried = untried;
  }

  /**
   * Describes work on clusters.
   *
   * @param call starts one batch
   * @param enter adds the answer to the buffer; returns the clusters that were not tried
   */
  private record Work<R>(
      BatchSlots slots,
      boolean dispatches,
      String label,
      List<String> clusters,
      SortedMap<String, Instant> dispatchedAt,
      Function<Batch, Promise<R>> call,
      BiFunction<Batch, R, List<String>> enter) {}

  int dispatch(Action.Dispatch action) {
    return start(
        new Work<>(
            writes,
            true,
            action.label(),
            action.clusters(),
            action.dispatchedAt(),
            batch -> hub.dispatch(batch, action.because()),
            (batch, answer) -> {
              untried.answered(batch.clusters());
              return enter(answer, Ack.RequestedWrite.DISPATCH);
            }));
  }

  int provide(Action.Provide action) {
    return start(
        new Work<>(
            writes,
            false,
            "waiting",
            action.clusters(),
            Collections.emptySortedMap(),
            batch ->
                hub.provide(new PendingContentBatch(batch, action.content()), action.because()),
            (batch, answer) -> enter(answer, Ack.RequestedWrite.PROVIDE)));
  }

  int takeBack(Action.TakeBack action) {
    return start(
        new Work<>(
            writes,
            false,
            "unreachable",
            action.clusters(),
            Collections.emptySortedMap(),
            batch -> hub.takeBack(batch, action.because()),
            (batch, answer) -> enter(answer, Ack.RequestedWrite.TAKE_BACK)));
  }

  int look(Action.Look action) {
    Instant asked = RolloutRun.now();
    return start(
        new Work<>(
            looks,
            false,
            "deadline",
            action.clusters(),
            Collections.emptySortedMap(),
            batch -> hub.look(batch, action.because()),
            (batch, answer) -> enter(batch, answer, asked)));
  }

  private <R> int start(Work<R> work) {
    Instant now = RolloutRun.now();
    List<String> due =
        work.clusters().stream()
            .filter(cluster -> !work.slots().has(cluster) && !untried.paused(cluster, now))
            .toList();
    int begun = 0;
    while (begun < due.size() && !stopped && work.slots().free()) {
      int end = Math.min(due.size(), begun + Batch.MOST_CLUSTERS);
      begin(work, hub.batch(work.label(), due.subList(begun, end), work.dispatchedAt()));
      begun = end;
    }
    if (work.dispatches()) {
      untried.addDispatches(
          work.clusters().stream().filter(cluster -> !work.slots().has(cluster)).toList());
    }
    return begun;
  }

  private <R> void begin(Work<R> work, Batch batch) {
    work.slots().take(batch);
    work.call()
        .apply(batch)
        .handle(
            (answer, failure) -> {
              ended(work, batch, answer, failure);
              return null;
            });
  }

  /** A batch that failed for good ends the run; of any other no cluster was tried for certain. */
  private <R> void ended(Work<R> work, Batch batch, R answer, RuntimeException failure) {
    work.slots().release(batch);
    buffer.releaseReports();
    List<String> notTried = batch.clusters();
    if (failure == null) {
      notTried = work.enter().apply(batch, answer);
    } else if (HubCalls.endsRun(failure)) {
      buffer.failed(failure);
    }
    if (work.dispatches()) {
      untried.addDispatches(notTried);
    }
    if (!notTried.isEmpty()) {
      // A cluster that was not tried may have left: the next snapshot shows it.
      untried.pause(notTried, RolloutRun.now());
      buffer.hubChanged();
    }
    buffer.wake();
  }

  private List<String> enter(BatchAnswer answer, Ack.RequestedWrite to) {
    buffer.acknowledged(answer.acks().stream().map(ack -> ack.to(to)).toList());
    buffer.reported(answer.reports());
    return answer.notTried();
  }

  /** The hub was read after it was asked, whatever the clock of the reader says. */
  private List<String> enter(Batch batch, LookAnswer answer, Instant asked) {
    buffer.reported(answer.reports().stream().map(report -> report.asOf(asked)).toList());
    List<String> seen = new ArrayList<>(batch.clusters());
    seen.removeAll(answer.notTried());
    buffer.lookedAt(new Observation.LookDone(seen, asked));
    return answer.notTried();
  }

  /** Returns whether a batch that writes this cluster is under way. */
  boolean writes(String cluster) {
    return writes.has(cluster);
  }

  boolean allEnded() {
    return writes.allFree() && looks.allFree();
  }

  /** Begins no more batches: the run is about to continue as a new one. */
  void stop() {
    stopped = true;
  }

  /**
   * Waits for the batches under way, and begins no others. They are not canceled: each answers soon
   * anyway, and its writes are to be counted.
   */
  void awaitAll() {
    stopped = true;
    Workflow.await(this::allEnded);
  }
}
