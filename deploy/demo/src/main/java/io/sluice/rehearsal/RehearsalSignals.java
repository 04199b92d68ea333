package io.sluice.rehearsal;

import io.sluice.control.run.VerdictBatcher;
import io.sluice.policy.Verdict;
import io.sluice.rehearsal.server.Agenda;
import io.sluice.rehearsal.server.WorkflowServer;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Report;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.PolicyRolloutWorkflow.ReportBatch;
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
 * <p>Reports are held until they can have an effect: until the last missing one, a violation, or
 * the end of the first soak. Each carries its instant, so holding them changes only the number of
 * batches.
 */
final class RehearsalSignals {
  private final WorkflowServer server;
  private final Agenda agenda;
  private final VerdictBatcher batcher;
  private final Duration hold;
  private final PriorityQueue<Report> held =
      new PriorityQueue<>(Comparator.comparingLong(Report::at).thenComparing(Report::cluster));
  private Instant last = Instant.MIN;
  private Optional<Instant> firstBad = Optional.empty();
  private Optional<Instant> next = Optional.empty();
  private boolean closed;

  RehearsalSignals(WorkflowServer server, AttemptSpec spec) {
    this.server = server;
    this.agenda = server.agenda();
    this.batcher = new VerdictBatcher(spec.number());
    this.hold = spec.soak(false);
  }

  /** Records that the attempt has ended: nothing is sent any more. */
  void close() {
    closed = true;
  }

  /** Takes reports that come at their instants, of clusters that were dispatched now. */
  void expect(List<Report> reports) {
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

  private void send() {
    Instant now = agenda.now();
    next = Optional.empty();
    if (releaseAt().filter(at -> !at.isAfter(now)).isPresent()) {
      release(now);
    }
    List<Report> batch = batcher.take(now);
    while (!batch.isEmpty() && !closed) {
      server.signal(PolicyRolloutWorkflow.CLUSTERS_REPORTED, new ReportBatch(batch));
      batcher.sent();
      batch = batcher.take(now);
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

  /** Returns when the held reports can have an effect. */
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
    Instant now = agenda.now();
    Instant due = at.isBefore(now) ? now : at;
    if (next.filter(earlier -> !earlier.isAfter(due)).isEmpty()) {
      next = Optional.of(due);
      agenda.at(due, this::send);
    }
  }

  /** Lets the attempt observe the hub again. */
  void rolloutChanged() {
    if (!closed) {
      server.signal(PolicyRolloutWorkflow.ROLLOUT_CHANGED);
    }
  }
}
