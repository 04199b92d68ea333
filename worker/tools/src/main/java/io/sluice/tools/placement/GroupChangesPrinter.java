package io.sluice.tools.placement;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.placement.evaluation.Evaluation;
import io.sluice.tools.option.NameSuggestions;
import io.sluice.tools.placement.GroupChanges.ClusterChange;
import io.sluice.tools.placement.GroupChanges.GroupPair;
import io.sluice.tools.terminal.AnsiColor;
import io.sluice.tools.terminal.TerminalStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Formats which clusters a change lets join, leave or move, group by group. */
final class GroupChangesPrinter {
  private static final int MOST_NAMES = 10;

  private static final Comparator<ClusterChange> BY_GROUPS =
      Comparator.comparing((ClusterChange change) -> index(change.before()))
          .thenComparing(change -> index(change.after()));

  private final GroupChanges changes;
  private final TerminalStyle style;
  private final List<String> lines = new ArrayList<>();

  private GroupChangesPrinter(GroupChanges changes, TerminalStyle style) {
    this.changes = changes;
    this.style = style;
  }

  static List<String> lines(PlacementReport report, GroupChanges changes, TerminalStyle style) {
    GroupChangesPrinter printer = new GroupChangesPrinter(changes, style);
    printer.lines.add(style.color(AnsiColor.BOLD, "Placement " + report.placement()));
    report.notEvaluated().ifPresent(why -> printer.sentence("Not evaluated: " + why));
    printer.totals();
    printer.groups();
    printer.clusters();
    List<String> notes = new ArrayList<>(report.notes());
    report.evaluation().ifPresent(result -> warnings(result, notes));
    if (!notes.isEmpty()) {
      printer.lines.add("");
      notes.forEach(printer::sentence);
    }
    return List.copyOf(printer.lines);
  }

  private static void warnings(Evaluation result, List<String> notes) {
    ExplanationPrinter.complaints(result, notes);
    result.warnings().forEach(warning -> notes.add("Warning: " + warning));
  }

  private void totals() {
    sentence(
        "Clusters: %s, %s, %s."
            .formatted(
                verb(count(ClusterChange::moves), "move"),
                verb(count(ClusterChange::joins), "join"),
                verb(count(ClusterChange::leaves), "leave")));
  }

  private long count(Predicate<ClusterChange> kind) {
    return changes.changes().stream().filter(kind).count();
  }

  private static String verb(long count, String verb) {
    return count + " " + verb + (count == 1 ? "s" : "");
  }

  private void groups() {
    lines.add("");
    GroupTable table =
        new GroupTable(changes.pairs().stream().map(GroupChangesPrinter::key).toList(), style);
    for (GroupPair pair : changes.pairs()) {
      lines.addAll(
          style.beside(
              table.row(
                  key(pair), "%5s -> %-5s  ".formatted(size(pair.before()), size(pair.after()))),
              remark(pair)));
    }
  }

  private static GroupKey key(GroupPair pair) {
    return pair.after().or(pair::before).orElseThrow().key();
  }

  private static String size(Optional<DecisionGroup> group) {
    return group.map(each -> Integer.toString(each.clusters().size())).orElse("-");
  }

  private static String remark(GroupPair pair) {
    if (pair.before().isEmpty()) {
      return "new";
    }
    if (pair.after().isEmpty()) {
      return "gone";
    }
    int former = pair.before().get().key().index();
    return former == pair.after().get().key().index() ? "" : "was index " + former;
  }

  private void clusters() {
    list(
        "Move",
        ClusterChange::moves,
        change -> "from " + label(change.before()) + " to " + later(change.after()));
    list("Join", ClusterChange::joins, change -> later(change.after()));
    list("Leave", ClusterChange::leaves, change -> label(change.before()));
  }

  private void list(
      String title, Predicate<ClusterChange> kind, Function<ClusterChange, String> way) {
    Map<String, List<String>> byWay = new LinkedHashMap<>();
    changes.changes().stream()
        .filter(kind)
        .sorted(BY_GROUPS)
        .forEach(
            change ->
                byWay
                    .computeIfAbsent(way.apply(change), any -> new ArrayList<>())
                    .add(change.cluster()));
    if (byWay.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add(title);
    byWay.forEach(
        (where, names) ->
            lines.addAll(
                style.wrap(
                    "  ", "%s: %s".formatted(where, NameSuggestions.list(names, MOST_NAMES)), 6)));
  }

  /** A group that continues none may have the index that another one had. */
  private String later(Optional<GroupKey> group) {
    boolean fresh =
        changes.pairs().stream()
            .filter(pair -> pair.after().map(DecisionGroup::key).equals(group))
            .anyMatch(pair -> pair.before().isEmpty());
    return (fresh ? "the new " : "") + label(group);
  }

  private static int index(Optional<GroupKey> group) {
    return group.map(GroupKey::index).orElse(-1);
  }

  private static String label(Optional<GroupKey> group) {
    return group.map(GroupTable::label).orElse("no group");
  }

  private void sentence(String text) {
    lines.addAll(style.wrap(text, 2));
  }
}
