package io.sluice.rehearsal.recorded;

import io.sluice.policy.Verdict;
import io.sluice.replay.RecordedCall;
import io.sluice.replay.RecordedInput;
import io.sluice.replay.RunRecord;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Report;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import io.sluice.workflow.HubActivities.LookAnswer;
import io.sluice.workflow.HubActivities.PendingContentBatch;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.PolicyRolloutWorkflow.ReportBatch;
import io.temporal.common.converter.DataConverter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Finds what the hub and each cluster answered in a recorded attempt. */
final class RecordedAnswers {
  private static final Duration ASSUMED = Duration.ofMinutes(1);

  private final DataConverter converter;
  private final Map<String, List<AnsweredWrite>> writes = new TreeMap<>();
  private final List<TimedReport> early = new ArrayList<>();

  /**
   * Reads the records.
   *
   * @param converter reads the arguments of signals
   */
  RecordedAnswers(List<RunRecord> records, DataConverter converter) {
    this.converter = converter;
    for (RunRecord record : records) {
      record.calls().forEach(this::enterWrites);
    }
    for (RunRecord record : records) {
      record.calls().forEach(this::enterLook);
      record.inputs().forEach(this::enterReports);
    }
  }

  private static String key(String activity, String cluster) {
    return activity + " " + cluster;
  }

  private void enterWrites(RecordedCall call) {
    if (call.activity().equals(Activities.LOOK) || call.answeredAt().isEmpty()) {
      return;
    }
    batch(call.argument())
        .ifPresent(
            batch ->
                enter(
                    call,
                    batch,
                    call.answer()
                        .map(BatchAnswer.class::cast)
                        .orElseGet(() -> new BatchAnswer(List.of(), List.of(), batch.clusters()))));
  }

  private void enter(RecordedCall call, Batch batch, BatchAnswer answer) {
    Map<String, Ack> acks = new TreeMap<>();
    answer.acks().forEach(ack -> acks.put(ack.cluster(), ack));
    Map<String, Report> reports = new TreeMap<>();
    answer.reports().forEach(report -> reports.put(report.cluster(), report));
    for (String cluster : batch.clusters()) {
      writes
          .computeIfAbsent(key(call.activity(), cluster), absent -> new ArrayList<>())
          .add(
              new AnsweredWrite(
                  call.askedAt(),
                  call.answeredAt().orElseThrow(),
                  Optional.ofNullable(acks.get(cluster)),
                  Optional.ofNullable(reports.get(cluster))));
    }
  }

  static Optional<Batch> batch(Object argument) {
    if (argument instanceof PendingContentBatch pending) {
      return Optional.of(pending.batch());
    }
    return argument instanceof Batch batch ? Optional.of(batch) : Optional.empty();
  }

  private void enterLook(RecordedCall call) {
    if (call.answer().isPresent() && call.answer().get() instanceof LookAnswer answer) {
      answer.reports().forEach(report -> enter(new TimedReport(call.askedAt(), report, true)));
    }
  }

  private void enterReports(RecordedInput input) {
    if (input.name().equals(PolicyRolloutWorkflow.CLUSTERS_REPORTED)) {
      converter
          .fromPayloads(0, Optional.of(input.arguments()), ReportBatch.class, ReportBatch.class)
          .reports()
          .forEach(report -> enter(new TimedReport(input.at(), report, false)));
    }
  }

  /** A report belongs to the last dispatch before it, also if that was not answered yet. */
  private void enter(TimedReport report) {
    Optional<AnsweredWrite> dispatch =
        writes(Activities.DISPATCH, report.report().cluster()).stream()
            .filter(write -> !write.askedAt().isAfter(report.at()))
            .reduce((earlier, later) -> later);
    dispatch.ifPresentOrElse(write -> write.add(report), () -> early.add(report));
  }

  /** Returns the writes of an activity for a cluster, in order. */
  List<AnsweredWrite> writes(String activity, String cluster) {
    return writes.getOrDefault(key(activity, cluster), List.of());
  }

  /** Returns the reports of clusters that the attempt had not dispatched yet. */
  List<TimedReport> early() {
    return early;
  }

  /** Returns how long after its dispatch the median cluster was compliant first; or a minute. */
  Duration medianTime() {
    List<Duration> times =
        writes.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(key(Activities.DISPATCH, "")))
            .map(Map.Entry::getValue)
            .flatMap(List::stream)
            .flatMap(RecordedAnswers::firstSuccess)
            .sorted()
            .toList();
    return times.isEmpty() ? ASSUMED : times.get(times.size() / 2);
  }

  private static Stream<Duration> firstSuccess(AnsweredWrite write) {
    Instant asked = write.askedAt();
    return write.reports().stream()
        .filter(timed -> timed.report().verdict() == Verdict.POSITIVE)
        .map(timed -> Duration.between(asked, timed.at()))
        .limit(1);
  }
}
