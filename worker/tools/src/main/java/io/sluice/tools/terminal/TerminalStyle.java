package io.sluice.tools.terminal;

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

  private static final int FEWEST_COLUMNS = 20;
  private static final int UNBROKEN = 1_000_000;
  private static final int NARROWEST_TEXT = 28;
  private static final int TEXT_INDENT = 6;

  public TerminalStyle {
    columns = Math.max(columns, FEWEST_COLUMNS);
  }

  /** Returns the style of logs: what belongs together stays in one line. */
  public TerminalStyle unbroken() {
    return new TerminalStyle(UNBROKEN, colours, blocks);
  }

  public String color(AnsiColor color, String text) {
    return colours ? color.apply(text) : text;
  }

  /** Breaks a text between words; all lines but the first are indented. */
  public List<String> wrap(String text, int indent) {
    return wrap("", text, indent);
  }

  /**
   * Breaks a text after a prefix, which is never broken; a word too long for a line stays whole.
   */
  public List<String> wrap(String prefix, String text, int indent) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(prefix);
    int width = DisplayWidth.of(prefix);
    boolean first = true;
    for (String word : text.strip().split("\\s+")) {
      if (!first && width + 1 + DisplayWidth.of(word) > columns) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(indent));
        width = indent;
        first = true;
      }
      line.append(first ? "" : " ").append(word);
      width += (first ? 0 : 1) + DisplayWidth.of(word);
      first = false;
    }
    lines.add(line.toString().stripTrailing());
    return lines;
  }

  /**
   * Puts a text beside a prefix and below its own beginning; where that leaves too little room, on
   * lines of its own.
   */
  public List<String> beside(String prefix, String text) {
    int width = DisplayWidth.of(prefix);
    if (columns - width >= Math.min(NARROWEST_TEXT, DisplayWidth.of(text))) {
      return wrap(prefix, text, width);
    }
    List<String> lines = new ArrayList<>(List.of(prefix.stripTrailing()));
    lines.addAll(wrap(" ".repeat(TEXT_INDENT), text, TEXT_INDENT));
    return lines;
  }

  /** Joins parts by two spaces; those that do not fit go to the next line, indented. */
  public List<String> parts(String... parts) {
    List<String> lines = new ArrayList<>();
    String line = "";
    for (String part : parts) {
      if (part.isEmpty()) {
        continue;
      }
      String longer = line.isEmpty() ? part : line + "  " + part;
      if (DisplayWidth.of(longer) > columns && !line.isBlank()) {
        lines.add(line);
        longer = "  " + part;
      }
      line = longer;
    }
    lines.add(line);
    return lines;
  }

  /** Cuts a text to that width, or fills it up with spaces. */
  public String pad(String text, int width) {
    String cut = cut(text, width);
    return cut + " ".repeat(width - DisplayWidth.of(cut));
  }

  /** Cuts a text without colours to that width; a sign at its end shows that it is cut. */
  public String cut(String text, int width) {
    return DisplayWidth.of(text) > width
        ? DisplayWidth.cut(text, width - 1) + (blocks ? "…" : "~")
        : text;
  }
}
