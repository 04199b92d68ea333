package io.sluice.tools.handover;

import io.sluice.rollout.strategy.Refusal;
import io.sluice.tools.option.NameSuggestions;
import io.sluice.tools.preview.AdoptionReport;
import io.sluice.tools.preview.AttemptPreview;
import io.sluice.tools.preview.PlannedWrite;
import io.sluice.tools.preview.PolicyPreview;
import io.sluice.tools.terminal.TerminalStyle;
import io.sluice.tools.terminal.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Formats the report of {@code sluice adopt} for people. */
final class AdoptionPrinter {
  private static final int MOST_NAMES = 10;

  private final AdoptionReport report;
  private final ReportLines lines;

  private AdoptionPrinter(AdoptionReport report, TerminalStyle style) {
    this.report = report;
    this.lines = new ReportLines(style);
  }

  static List<String> lines(AdoptionReport report, TerminalStyle style) {
    return new AdoptionPrinter(report, style).lines();
  }

  private List<String> lines() {
    lines.paragraph(
        "A worker in mode Standalone on hub %s (%s). Nothing is changed by this command."
            .formatted(report.hub(), counted(report.clusters(), "managed cluster")));
    lines.paragraph("");
    lines.add(table().lines());
    report.policies().forEach(this::details);
    lines.section("In the way:", obstacles());
    lines.section(
        "To know:",
        Stream.concat(
                Stream.of(
                    "--mode Auto decides %s: %s"
                        .formatted(report.autoMode(), report.autoBecause())),
                report.policies().stream().flatMap(policy -> policy.warnings().stream()))
            .toList());
    lines.nextParagraph(verdict());
    return lines.all();
  }

  private TextTable table() {
    TextTable table =
        new TextTable("POLICY", "KIND", "CLUSTERS", "CONTENT", "METADATA", "REMOVED", "REFUSED");
    for (PolicyPreview policy : report.policies()) {
      table.row(
          policy.policy(),
          policy.kind().label(),
          policy.clusters(),
          policy.contentWrites(),
          policy.metadataWrites(),
          policy.removals().size(),
          policy.refusal().map(Refusal::reason).orElse("-"));
    }
    table.row(
        "total",
        "",
        report.total(PolicyPreview::clusters),
        report.total(PolicyPreview::contentWrites),
        report.total(PolicyPreview::metadataWrites),
        report.total(policy -> policy.removals().size()),
        report.refused());
    return table;
  }

  private void details(PolicyPreview policy) {
    List<String> details = new ArrayList<>();
    changes("writes", policy.passWrites()).forEach(details::add);
    policy.removals().stream()
        .map(
            removal ->
                "deletes Policy %s/%s: %s"
                    .formatted(removal.cluster(), removal.name(), removal.because()))
        .forEach(details::add);
    policy.attempt().ifPresent(attempt -> attempt(attempt, details));
    if (policy.runOpen()) {
      details.add("an attempt is open, and goes on");
    }
    lines.section(policy.policy() + ":", details);
  }

  private static void attempt(AttemptPreview attempt, List<String> details) {
    details.add(
        "attempt %d starts (%s, pendingClusters %s): %s"
            .formatted(
                attempt.number(),
                attempt.strategy(),
                attempt.pendingClusters(),
                attempt.because()));
    attempt
        .starts()
        .forEach(
            start ->
                details.add(
                    "%s of %s start at once: %s"
                        .formatted(
                            counted(start.clusters().size(), "cluster"),
                            start.group(),
                            NameSuggestions.list(start.clusters(), MOST_NAMES))));
    attempt.waitingFor().ifPresent(why -> details.add("no cluster starts at once: " + why));
    changes("writes at once", attempt.first()).forEach(details::add);
    changes("writes in later turns", attempt.later()).forEach(details::add);
  }

  /** Formats the writes of each kind: {@code writes (Content, 2): c1, c2}. */
  private static List<String> changes(String what, List<PlannedWrite> writes) {
    return Stream.of(PlannedWrite.Kind.values())
        .flatMap(kind -> changes(what, kind, writes).stream())
        .toList();
  }

  private static Optional<String> changes(
      String what, PlannedWrite.Kind kind, List<PlannedWrite> writes) {
    List<String> clusters =
        writes.stream().filter(write -> write.kind() == kind).map(PlannedWrite::cluster).toList();
    return clusters.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s (%s, %d): %s"
                .formatted(
                    what,
                    kind.label(),
                    clusters.size(),
                    NameSuggestions.list(clusters, MOST_NAMES)));
  }

  private List<String> obstacles() {
    return Stream.concat(
            report.obstacles().stream()
                .map(obstacle -> obstacle.reason() + ": " + obstacle.message()),
            report.policies().stream()
                .flatMap(policy -> policy.refusal().stream())
                .map(refusal -> refusal.reason() + ": " + refusal.message()))
        .toList();
  }

  private String verdict() {
    if (report.ready()) {
      return "Ready: start a worker with --mode Standalone.";
    }
    long things = report.obstacles().size() + report.refused();
    return "Not ready: %s in the way."
        .formatted(things == 1 ? "1 thing stands" : things + " things stand");
  }

  private static String counted(long count, String what) {
    return count == 1 ? "1 " + what : count + " " + what + "s";
  }
}
