package io.sluice.rehearsal;

import io.sluice.policy.Verdict;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Report;
import io.sluice.runs.VerdictBatcher;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.PolicyRolloutWorkflow.ReportBatch;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/**
 * Sends verdicts to a rehearsed attempt, in batches as a worker does ({@link VerdictBatcher}).
 *
 * <p>Reports are held until something can come of them: the last one that is missing, bad news, or
 * the end of the first soak. Each carries its instant, so that changes nothing but the number of
 * batches.
 */
final class RehearsalSignals {
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final WorkflowClient client;
  private final AttemptSpec spec;
  private final RehearsalClock clock;
  private final VerdictBatcher batcher;
  private final Duration hold;
  private final PriorityQueue<Report> held =
      new PriorityQueue<>(Comparator.comparingLong(Report::at).thenComparing(Report::cluster));
  private Instant last = Instant.MIN;
  private Optional<Instant> firstBad = Optional.empty();
  private Optional<Instant> next = Optional.empty();
  private volatile boolean closed;

  RehearsalSignals(WorkflowClient client, AttemptSpec spec, RehearsalClock clock) {
    this.client = client;
    this.spec = spec;
    this.clock = clock;
    this.batcher = new VerdictBatcher(spec.number());
    this.hold = spec.soak(false);
  }

  /** Records that the attempt has ended: nothing is sent any more. */
  void close() {
    closed = true;
  }

  /** Takes reports that come at their instants, of clusters that were dispatched now. */
  synchronized void expect(List<Report> reports) {
    for (Report report : reports) {
      batcher.offer(silent(report), true);
      held.add(report);
      Instant at = Instant.ofEpochMilli(report.at());
      last = at.isAfter(last) ? at : last;
      if (report.verdict() == Verdict.NEGATIVE) {
        firstBad = firstBad.filter(earlier -> earlier.isBefore(at)).or(() -> Optional.of(at));
      }
    }
    schedule();
  }

  /** What a worker sees of a replica when it has just been written. */
  private static Report silent(Report report) {
    return new Report(
        report.cluster(),
        report.attempt(),
        report.contentHash(),
        Verdict.SILENT,
        false,
        false,
        report.at());
  }

  private synchronized void send() {
    Instant now = clock.now();
    next = Optional.empty();
    if (releaseAt().filter(at -> !at.isAfter(now)).isPresent()) {
      release(now);
    }
    boolean sent = true;
    while (sent && !closed) {
      List<Report> batch = batcher.take(now);
      sent =
          !batch.isEmpty()
              && signal(PolicyRolloutWorkflow.CLUSTERS_REPORTED, new ReportBatch(batch));
      if (sent) {
        batcher.sent();
      } else if (!batch.isEmpty()) {
        batcher.failed();
        callAt(now.plus(AGAIN));
        return;
      }
    }
    schedule();
  }

  private void release(Instant now) {
    while (!held.isEmpty() && held.peek().at() <= now.toEpochMilli()) {
      batcher.offer(held.poll(), true);
    }
    firstBad =
        held.stream()
            .filter(report -> report.verdict() == Verdict.NEGATIVE)
            .map(report -> Instant.ofEpochMilli(report.at()))
            .min(Instant::compareTo);
  }

  /** Returns when something can come of what is held. */
  private Optional<Instant> releaseAt() {
    return Optional.ofNullable(held.peek())
        .map(first -> Instant.ofEpochMilli(first.at()).plus(hold))
        .flatMap(
            soaked ->
                Stream.of(Optional.of(soaked), Optional.of(last), firstBad)
                    .flatMap(Optional::stream)
                    .min(Instant::compareTo));
  }

  private void schedule() {
    if (!closed) {
      Stream.of(releaseAt(), batcher.dueAt())
          .flatMap(Optional::stream)
          .min(Instant::compareTo)
          .ifPresent(this::callAt);
    }
  }

  private void callAt(Instant at) {
    Instant now = clock.now();
    Instant due = at.isBefore(now) ? now : at;
    if (next.filter(earlier -> !earlier.isAfter(due)).isEmpty()) {
      next = Optional.of(due);
      clock.at(due, this::send);
    }
  }

  /** Lets the attempt observe the hub again. */
  void rolloutChanged() {
    if (!closed && !signal(PolicyRolloutWorkflow.ROLLOUT_CHANGED)) {
      clock.at(clock.now().plus(AGAIN), this::rolloutChanged);
    }
  }

  /** Returns false between two runs of the chain, where Temporal in memory knows no open run. */
  private boolean signal(String name, Object... arguments) {
    try {
      client.newUntypedWorkflowStub(spec.policy().workflowId()).signal(name, arguments);
      return true;
    } catch (WorkflowNotFoundException e) {
      return false;
    }
  }

  /** Returns whether anything is still to be sent. */
  synchronized boolean pending() {
    return !held.isEmpty() || batcher.dueAt().isPresent();
  }
}
