package io.sluice.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Describes what the output may contain, and formats lines accordingly.
 *
 * @param columns the most characters of a line
 * @param colours whether colours are shown
 * @param blocks whether block characters are shown
 */
public record TerminalStyle(int columns, boolean colours, boolean blocks) {
  /** The style of files and pipes: ASCII, 80 columns. */
  public static final TerminalStyle PLAIN = new TerminalStyle(80, false, false);

  private static final int FEWEST_COLUMNS = 40;

  public TerminalStyle {
    columns = Math.max(columns, FEWEST_COLUMNS);
  }

  String color(AnsiColor color, String text) {
    return colours ? color.apply(text) : text;
  }

  /** Breaks a text between words; all lines but the first are indented. */
  List<String> wrap(String text, int indent) {
    return wrap("", text, indent);
  }

  /**
   * Breaks a text after a prefix, which is never broken; a word too long for a line stays whole.
   */
  List<String> wrap(String prefix, String text, int indent) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(prefix);
    boolean first = true;
    for (String word : text.strip().split("\\s+")) {
      if (!first && line.length() + 1 + word.length() > columns) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(indent));
        first = true;
      }
      line.append(first ? "" : " ").append(word);
      first = false;
    }
    lines.add(line.toString().stripTrailing());
    return lines;
  }

  /** Cuts a text to that width, or fills it up with spaces. */
  String pad(String text, int width) {
    String cut = text.length() > width ? text.substring(0, width - 1) + (blocks ? "…" : "~") : text;
    return cut + " ".repeat(width - cut.length());
  }
}
