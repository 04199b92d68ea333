package io.sluice.tools.plan;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.sluice.rollout.Wording;
import io.sluice.tools.terminal.TerminalStyle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** Formats what files change, for people. */
final class ChangesPrinter {
  private static final int WIDTH = 20;
  private static final int MOST_MOVES = 20;

  private final PlanChanges changes;
  private final TerminalStyle style;
  private final List<String> lines = new ArrayList<>();

  ChangesPrinter(PlanChanges changes, TerminalStyle style) {
    this.changes = changes;
    this.style = style;
  }

  List<String> lines() {
    if (!changes.known()) {
      return List.of("The hub has no policy of this name yet.");
    }
    if (changes.none()) {
      return style.wrap(
          "The files change nothing of it: version, strategy, groups and clusters are those that"
              + " the hub has.",
          0);
    }
    lines.add("What the files change:");
    changes
        .version()
        .ifPresent(
            version ->
                line(
                    "generation",
                    "%d -> %d, %s"
                        .formatted(
                            version.from(),
                            version.to(),
                            version.content()
                                ? "with another content for the clusters"
                                : "with the same content for the clusters")));
    changes
        .settings()
        .forEach(
            setting -> line(setting.name(), "%s -> %s".formatted(setting.from(), setting.to())));
    names("approvals", "needed", "not needed any more", changes.approvals());
    names("groups", "new", "gone", changes.groups());
    names("clusters", "join", "leave", changes.clusters());
    moves("moved", changes.moved(), "group %s -> %s: %s");
    PlanChanges.Waves waves = changes.waves();
    if (waves.before() != waves.after()) {
      line("waves", "%d -> %d".formatted(waves.before(), waves.after()));
    }
    moves("", waves.moved(), "wave %s -> %s: %s");
    time("least time", changes.least());
    time("likely time", changes.likely());
    return lines;
  }

  private void line(String name, String text) {
    lines.addAll(style.beside("  " + style.pad(name, WIDTH - 2), text));
  }

  private void names(String name, String added, String removed, PlanChanges.Names names) {
    List<String> parts = new ArrayList<>();
    if (!names.added().isEmpty()) {
      parts.add(added + ": " + Wording.names(names.added()));
    }
    if (!names.removed().isEmpty()) {
      parts.add(removed + ": " + Wording.names(names.removed()));
    }
    if (!parts.isEmpty()) {
      line(name, String.join("; ", parts));
    }
  }

  /** Prints the clusters that move alike in one line. */
  private void moves(String name, List<PlanChanges.Move> moves, String format) {
    List<String> texts =
        moves.stream()
            .collect(
                groupingBy(
                    move -> List.of(move.from(), move.to()),
                    LinkedHashMap::new,
                    mapping(PlanChanges.Move::cluster, toList())))
            .entrySet()
            .stream()
            .map(
                alike ->
                    format.formatted(
                        alike.getKey().get(0),
                        alike.getKey().get(1),
                        Wording.names(alike.getValue())))
            .toList();
    for (int i = 0; i < Math.min(MOST_MOVES, texts.size()); i++) {
      line(i == 0 ? name : "", texts.get(i));
    }
    if (texts.size() > MOST_MOVES) {
      line("", "and %d more".formatted(texts.size() - MOST_MOVES));
    }
  }

  private void time(String name, PlanChanges.Times times) {
    if (!times.same()) {
      line(name, "%s -> %s".formatted(time(times.before()), time(times.after())));
    }
  }

  private static String time(Optional<Duration> time) {
    return time.map(ForecastPrinter::time).orElse("without an end");
  }
}
