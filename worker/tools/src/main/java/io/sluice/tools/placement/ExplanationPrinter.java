package io.sluice.tools.placement;

import io.sluice.fleet.DecisionGroup;
import io.sluice.placement.evaluation.Evaluation;
import io.sluice.placement.evaluation.PlacementCondition;
import io.sluice.placement.selection.SelectionStage;
import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.option.NameSuggestions;
import io.sluice.tools.terminal.AnsiColor;
import io.sluice.tools.terminal.TerminalStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Formats what a Placement evaluates to: its groups, the clusters that are out by reason, what is
 * wrong, and whether the hub shows the same groups.
 */
final class ExplanationPrinter {
  private static final int MOST_NAMES = 3;

  private final PlacementReport report;
  private final TerminalStyle style;
  private final List<String> lines = new ArrayList<>();

  private ExplanationPrinter(PlacementReport report, TerminalStyle style) {
    this.report = report;
    this.style = style;
  }

  /**
   * Returns the lines.
   *
   * @param live whether the objects are those of a hub, where decisions are expected
   */
  static List<String> lines(PlacementReport report, TerminalStyle style, boolean live) {
    ExplanationPrinter printer = new ExplanationPrinter(report, style);
    printer.headline();
    printer.groups();
    printer.notSelected();
    printer.sentences();
    if (live) {
      printer.published();
    }
    return List.copyOf(printer.lines);
  }

  private void headline() {
    lines.add(style.color(AnsiColor.BOLD, "Placement " + report.placement()));
    report.notEvaluated().ifPresent(why -> sentence("Not evaluated: " + why));
    report
        .evaluation()
        .ifPresent(
            evaluation ->
                sentence(
                    "Selects %d of the %s in its pool; there are %d in all."
                        .formatted(
                            evaluation.status().numberOfSelectedClusters(),
                            clusters(report.pool()),
                            report.input().clusters().size())));
  }

  private void groups() {
    List<DecisionGroup> groups = report.groups();
    if (groups.isEmpty()) {
      return;
    }
    lines.add("");
    GroupTable table = new GroupTable(groups.stream().map(DecisionGroup::key).toList(), style);
    for (DecisionGroup group : groups) {
      String members = NameSuggestions.list(group.clusters(), MOST_NAMES);
      lines.addAll(
          style.beside(
              table.row(group.key(), "%5d".formatted(group.clusters().size())) + "  ", members));
    }
  }

  private void notSelected() {
    Map<SelectionStage, List<String>> out = report.notSelected();
    if (out.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("Not selected");
    out.forEach(
        (stage, names) ->
            lines.addAll(
                style.beside(
                    "  %-24s %5d  ".formatted(label(stage), names.size()),
                    NameSuggestions.list(names, MOST_NAMES))));
  }

  static String label(SelectionStage stage) {
    return switch (stage) {
      case NOT_IN_POOL -> "in no bound cluster set";
      case DELETING -> "being deleted";
      case PREDICATE -> "matches no predicate";
      case TAINT -> "tainted";
      case CUT -> "beyond numberOfClusters";
      case SELECTED -> "selected";
      case UNDECIDED -> "not decided";
    };
  }

  private void sentences() {
    List<String> sentences = new ArrayList<>(report.notes());
    report
        .evaluation()
        .ifPresent(
            evaluation -> {
              complaints(evaluation, sentences);
              evaluation.warnings().forEach(warning -> sentences.add("Warning: " + warning));
              evaluation
                  .requeueAfter()
                  .ifPresent(
                      after ->
                          sentences.add(
                              "A toleration ends in %d s; then it is evaluated again."
                                  .formatted(after.toSeconds())));
            });
    if (!sentences.isEmpty()) {
      lines.add("");
      sentences.forEach(this::sentence);
    }
  }

  static void complaints(Evaluation evaluation, List<String> sentences) {
    for (PlacementCondition condition : evaluation.status().conditions()) {
      boolean good = condition.type().equals(PlacementCondition.SATISFIED) == condition.holds();
      if (!good) {
        sentences.add(
            "%s is %s (%s): %s"
                .formatted(
                    condition.type(), condition.status(), condition.reason(), condition.message()));
      }
    }
  }

  private void published() {
    if (report.evaluation().isEmpty()) {
      return;
    }
    lines.add("");
    if (report.published().isEmpty()) {
      sentence(
          "The hub has no decisions for it. A worker writes them, if it evaluates this Placement:"
              + " see option --placements in: "
              + CommandWriter.local("worker", "--help"));
      return;
    }
    List<GroupChanges.ClusterChange> changes = report.changes().changes();
    sentence(
        changes.isEmpty()
            ? "The decisions on the hub are these."
            : "The decisions on the hub differ in %s: %s."
                .formatted(
                    clusters(changes.size()),
                    NameSuggestions.list(
                        changes.stream().map(GroupChanges.ClusterChange::cluster).toList(),
                        MOST_NAMES)));
  }

  static String clusters(int count) {
    return count == 1 ? "1 cluster" : count + " clusters";
  }

  private void sentence(String text) {
    lines.addAll(style.wrap(text, 2));
  }
}
