package io.sluice.tools.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Formats rows in columns, as kubectl does: three spaces between them, none at the end. */
public final class TextTable {
  private static final String GAP = "   ";

  private final List<List<String>> rows = new ArrayList<>();

  /** Begins with a row of headers. */
  public TextTable(String... headers) {
    rows.add(List.of(headers));
  }

  /** Adds a row with as many cells as there are headers. */
  public void row(Object... cells) {
    rows.add(List.of(cells).stream().map(String::valueOf).toList());
  }

  /** Returns the lines. */
  public List<String> lines() {
    List<Integer> widths =
        IntStream.range(0, rows.get(0).size())
            .mapToObj(
                column ->
                    rows.stream().mapToInt(row -> DisplayWidth.of(row.get(column))).max().orElse(0))
            .toList();
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, List<Integer> widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      String cell = row.get(column);
      line.append(column == 0 ? "" : GAP)
          .append(cell)
          .append(" ".repeat(widths.get(column) - DisplayWidth.of(cell)));
    }
    return line.toString().stripTrailing();
  }
}
