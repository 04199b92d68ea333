package io.sluice.tools.handover;

import io.sluice.policy.PolicyName;
import io.sluice.tools.preview.PropagatorWrite;
import io.sluice.tools.terminal.TerminalStyle;
import io.sluice.tools.terminal.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Formats the report of {@code sluice leave} for people; every cluster is named. */
final class HandoverPrinter {
  private final HandoverReport report;
  private final ReportLines lines;

  private HandoverPrinter(HandoverReport report, TerminalStyle style) {
    this.report = report;
    this.lines = new ReportLines(style);
  }

  static List<String> lines(HandoverReport report, TerminalStyle style) {
    return new HandoverPrinter(report, style).lines();
  }

  private List<String> lines() {
    lines.paragraph(
        "Hub %s, mode %s.%s"
            .formatted(
                report.hub(),
                report.mode().label(),
                report.dryRun() ? " Nothing is changed by this command." : ""));
    boolean done = report.ready() && !report.dryRun();
    lines.section(done ? "Done:" : "To do:", report.steps());
    if (!report.writes().isEmpty()) {
      lines.nextParagraph("When OCM's propagator starts, it writes:");
      lines.add(table().lines());
      policies().forEach(this::details);
    }
    lines.section("To know:", report.notes());
    lines.section(
        "In the way:",
        report.obstacles().stream()
            .map(obstacle -> obstacle.reason() + ": " + obstacle.message())
            .toList());
    lines.nextParagraph(verdict());
    return lines.all();
  }

  private List<PolicyName> policies() {
    return report.writes().stream().map(PropagatorWrite::policy).distinct().toList();
  }

  private TextTable table() {
    TextTable table =
        new TextTable("POLICY", "VERSION", "ACTION", "CREATE", "DELETE", "HUBTEMPLATE", "METADATA");
    policies().forEach(policy -> row(table, policy.toString(), writes(policy)));
    row(table, "total", report.writes());
    return table;
  }

  private List<PropagatorWrite> writes(PolicyName policy) {
    return report.writes().stream().filter(write -> write.policy().equals(policy)).toList();
  }

  private static void row(TextTable table, String name, List<PropagatorWrite> writes) {
    table.row(
        Stream.concat(
                Stream.of(name),
                Stream.of(
                        PropagatorWrite.Kind.VERSION,
                        PropagatorWrite.Kind.ACTION,
                        PropagatorWrite.Kind.CREATE,
                        PropagatorWrite.Kind.DELETE,
                        PropagatorWrite.Kind.HUB_TEMPLATE,
                        PropagatorWrite.Kind.METADATA)
                    .map(kind -> writes.stream().filter(write -> write.kind() == kind).count()))
            .toArray());
  }

  /** Lists the clusters by what happens to them: {@code p1, p2: generation 1 -> generation 2}. */
  private void details(PolicyName policy) {
    Map<String, List<String>> changes = new LinkedHashMap<>();
    writes(policy).stream()
        .filter(PropagatorWrite::matters)
        .forEach(
            write ->
                changes
                    .computeIfAbsent(change(write), key -> new ArrayList<>())
                    .add(write.cluster()));
    lines.section(
        policy + ":",
        changes.entrySet().stream()
            .map(
                change -> "%s: %s".formatted(change.getKey(), String.join(", ", change.getValue())))
            .toList());
  }

  private static String change(PropagatorWrite write) {
    return switch (write.kind()) {
      case CREATE -> "nothing -> %s".formatted(write.to());
      case VERSION, ACTION, METADATA -> "%s -> %s".formatted(write.from(), write.to());
      case HUB_TEMPLATE ->
          "%s -> %s, rendered for each cluster".formatted(write.from(), write.to());
      case DELETE -> "%s -> deleted".formatted(write.from());
    };
  }

  private String verdict() {
    if (!report.ready()) {
      return report.dryRun() ? "Not ready." : "Not ready: nothing more was done.";
    }
    if (report.dryRun()) {
      return "Ready: repeat this command without --dry-run.";
    }
    return report.mode().beside()
        ? "Done: scale the workers to 0."
        : "Done: scale the deployment governance-policy-propagator to 1.";
  }
}
