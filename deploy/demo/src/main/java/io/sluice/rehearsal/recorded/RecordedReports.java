package io.sluice.rehearsal.recorded;

import io.sluice.rehearsal.server.WorkflowServer;
import io.sluice.rollout.Report;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.PolicyRolloutWorkflow.ReportBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Sends recorded reports to a rehearsed attempt: as long after the dispatch as they came then. */
final class RecordedReports {
  private final WorkflowServer server;
  private final Map<Instant, List<Report>> due = new TreeMap<>();
  private final Map<String, List<TimedReport>> known = new TreeMap<>();

  RecordedReports(WorkflowServer server) {
    this.server = server;
  }

  /** Expects what a cluster reported on a dispatch that is made again now. */
  void expect(AnsweredWrite dispatch, Instant now) {
    Duration shift = dispatch.shift(now);
    for (TimedReport report : dispatch.reports()) {
      expect(
          new TimedReport(
              report.at().plus(shift),
              AnsweredWrite.shifted(report.report(), shift),
              report.look()));
    }
  }

  /** Expects a report at its instant. */
  void expect(TimedReport report) {
    known.computeIfAbsent(report.report().cluster(), absent -> new ArrayList<>()).add(report);
    if (!report.look()) {
      send(report);
    }
  }

  private void send(TimedReport report) {
    Instant now = server.agenda().now();
    Instant at = report.at().isBefore(now) ? now : report.at();
    List<Report> together = due.get(at);
    if (together == null) {
      together = new ArrayList<>();
      due.put(at, together);
      server.agenda().at(at, () -> send(at));
    }
    together.add(report.report());
  }

  private void send(Instant at) {
    List<Report> reports = due.remove(at);
    for (int next = 0; next < reports.size(); next += ReportBatch.MOST_REPORTS) {
      server.signal(
          PolicyRolloutWorkflow.CLUSTERS_REPORTED,
          new ReportBatch(
              reports.subList(next, Math.min(reports.size(), next + ReportBatch.MOST_REPORTS))));
    }
  }

  /** Returns what a look at a cluster shows: the latest of its recorded looks and reports. */
  Optional<Report> present(String cluster, Instant now) {
    return known.getOrDefault(cluster, List.of()).stream()
        .filter(report -> !report.at().isAfter(report.look() ? now.plus(AnsweredWrite.SAME) : now))
        .max(Comparator.comparing(TimedReport::at))
        .map(report -> report.report().asOf(now));
  }
}
