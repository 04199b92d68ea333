package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.sluice.tools.terminal.AnsiColor;
import io.sluice.tools.terminal.DisplayWidth;
import io.sluice.tools.terminal.ShortDuration;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Formats rollouts as rows, as {@code kubectl get} does.
 *
 * <p>The widths of the columns grow with the rows: rows that are formatted later, while a list is
 * watched, stand below the first ones. The last column is free text: on a terminal it is cut where
 * the line ends.
 */
final class RolloutTable {
  private static final String NONE = "<none>";
  private static final String GAP = "   ";
  private static final int NARROWEST_TEXT = 12;

  private final Terminal terminal;
  private final boolean namespaces;
  private final boolean wide;
  private final List<Integer> widths = new ArrayList<>();

  /**
   * Formats for that terminal.
   *
   * @param namespaces whether the rows show their namespaces
   * @param wide whether they show what is needed rarely
   */
  RolloutTable(Terminal terminal, boolean namespaces, boolean wide) {
    this.terminal = requireNonNull(terminal, "terminal is null");
    this.namespaces = namespaces;
    this.wide = wide;
  }

  /** Returns the headers, and a line for each rollout. */
  List<String> lines(List<RolloutSummary> rollouts, Instant now) {
    List<List<String>> rows = rollouts.stream().map(rollout -> cells(rollout, now)).toList();
    List<List<String>> all = Stream.concat(Stream.of(headers()), rows.stream()).toList();
    all.forEach(this::fit);
    return Stream.concat(
            Stream.of(line(headers(), "")),
            rollouts.stream().map(rollout -> line(cells(rollout, now), main(rollout))))
        .toList();
  }

  /** Returns the line of a rollout that has changed since. */
  String line(RolloutSummary rollout, Instant now) {
    List<String> cells = cells(rollout, now);
    fit(cells);
    return line(cells, main(rollout));
  }

  /** Returns the cells whose change is worth another line: all but the age. */
  List<String> content(RolloutSummary rollout) {
    return cells(rollout, Instant.EPOCH);
  }

  private List<String> headers() {
    List<String> headers = new ArrayList<>();
    if (namespaces) {
      headers.add("NAMESPACE");
    }
    headers.addAll(List.of("NAME", "PHASE", "OUTCOME", "PROGRESS", "AGE"));
    if (wide) {
      headers.addAll(List.of("ATTEMPT", "GENERATION", "READY", "HELD", "WAITING SINCE"));
    }
    headers.add("WAITING FOR");
    return headers;
  }

  private List<String> cells(RolloutSummary rollout, Instant now) {
    List<String> cells = new ArrayList<>();
    if (namespaces) {
      cells.add(rollout.target().namespace());
    }
    cells.add(rollout.name());
    cells.add(shown(rollout.status().phase));
    cells.add(shown(rollout.status().outcome));
    cells.add(shown(rollout.status().progress));
    cells.add(ShortDuration.of(rollout.age(now)));
    if (wide) {
      cells.add(shown(rollout.status().attempt));
      cells.add(shown(rollout.status().currentRolloutGeneration));
      cells.add(rollout.ready().orElse(NONE));
      cells.add(shown(rollout.status().held == null ? null : rollout.status().held.clusters()));
      cells.add(shown(rollout.status().waitingSince));
    }
    cells.add(rollout.waitingFor());
    return cells;
  }

  private static String shown(Object value) {
    return String.valueOf(requireNonNullElse(value, NONE));
  }

  private static String main(RolloutSummary rollout) {
    return rollout.result().orElse(NONE);
  }

  private void fit(List<String> row) {
    for (int column = 0; column < row.size(); column++) {
      int width = DisplayWidth.of(row.get(column));
      if (column == widths.size()) {
        widths.add(width);
      }
      widths.set(column, Math.max(width, widths.get(column)));
    }
  }

  private String line(List<String> row, String main) {
    TerminalStyle style = terminal.style();
    StringBuilder line = new StringBuilder();
    int last = row.size() - 1;
    int used = 0;
    for (int column = 0; column < last; column++) {
      String cell = row.get(column);
      String padding = " ".repeat(widths.get(column) - DisplayWidth.of(cell));
      line.append(cell.equals(main) ? style.color(AnsiColor.of(main), cell) : cell)
          .append(padding)
          .append(GAP);
      used += widths.get(column) + GAP.length();
    }
    int room = Math.max(NARROWEST_TEXT, style.columns() - used);
    String text = row.get(last);
    return line.append(terminal.redraws() ? style.cut(text, room) : text)
        .toString()
        .stripTrailing();
  }
}
