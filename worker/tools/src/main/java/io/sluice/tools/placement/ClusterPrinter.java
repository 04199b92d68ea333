package io.sluice.tools.placement;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.placement.evaluation.ClusterExplanation;
import io.sluice.placement.selection.SelectionStage;
import io.sluice.tools.terminal.AnsiColor;
import io.sluice.tools.terminal.TerminalStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Formats why one cluster is chosen or not, and where the hub has it. */
final class ClusterPrinter {
  private ClusterPrinter() {}

  static List<String> lines(
      PlacementReport report, ClusterExplanation cluster, TerminalStyle style) {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        style.color(AnsiColor.BOLD, "Cluster " + cluster.cluster())
            + " of placement %s: %s."
                .formatted(
                    report.placement(),
                    cluster
                        .group()
                        .map(ClusterPrinter::in)
                        .orElse(
                            cluster.stage() == SelectionStage.SELECTED
                                ? "selected"
                                : "not selected, " + ExplanationPrinter.label(cluster.stage()))));
    sentences.add(cluster.reason());
    report.notEvaluated().ifPresent(why -> sentences.add("Not evaluated: " + why));
    sentences.add(published(report, cluster));
    sentences.addAll(report.notes());
    return sentences.stream()
        .filter(sentence -> !sentence.isEmpty())
        .flatMap(sentence -> style.wrap(sentence, 2).stream())
        .toList();
  }

  private static String in(GroupKey group) {
    return "selected, in " + GroupTable.label(group);
  }

  private static String published(PlacementReport report, ClusterExplanation cluster) {
    if (report.published().isEmpty()) {
      return "";
    }
    Optional<GroupKey> former =
        report.published().stream()
            .filter(group -> group.clusters().contains(cluster.cluster()))
            .map(DecisionGroup::key)
            .findFirst();
    return former.equals(cluster.group())
        ? "The decisions on the hub say the same."
        : "The decisions on the hub have it in %s."
            .formatted(former.map(GroupTable::label).orElse("no group"));
  }
}
