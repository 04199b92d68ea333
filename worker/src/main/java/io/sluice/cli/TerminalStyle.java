package io.sluice.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Knows what a board is drawn on: its width, and whether it takes colours and block characters.
 *
 * @param columns how many characters a line may have
 */
public record TerminalStyle(int columns, boolean colours, boolean blocks) {
  /** What goes into files and pipes: plain characters, 80 to a line. */
  public static final TerminalStyle PLAIN = new TerminalStyle(80, false, false);

  private static final int NARROWEST = 40;

  public TerminalStyle {
    columns = Math.max(columns, NARROWEST);
  }

  String ink(AnsiColor ink, String text) {
    return colours ? ink.on(text) : text;
  }

  /** Breaks a sentence between words; all lines but the first are indented. */
  List<String> wrap(String text, int indent) {
    return wrap("", text, indent);
  }

  /** The same behind a beginning, which is never broken. A word too long for a line stays whole. */
  List<String> wrap(String beginning, String text, int indent) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(beginning);
    boolean fresh = true;
    for (String word : text.strip().split("\\s+")) {
      if (!fresh && line.length() + 1 + word.length() > columns) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(indent));
        fresh = true;
      }
      line.append(fresh ? "" : " ").append(word);
      fresh = false;
    }
    lines.add(line.toString().stripTrailing());
    return lines;
  }

  /** Cuts a text that is longer than that, and fills up one that is shorter. */
  String pad(String text, int width) {
    String cut = text.length() > width ? text.substring(0, width - 1) + (blocks ? "…" : "~") : text;
    return cut + " ".repeat(width - cut.length());
  }
}
