package io.sluice.tools.status;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shows what a terminal of some columns has on its screen after an output: text, colours, moves.
 */
final class NarrowTerminal {
  private static final Pattern SEQUENCE = Pattern.compile("\u001b\\[(\\d*)([A-Za-z])");

  private final int columns;
  private final List<StringBuilder> rows = new ArrayList<>(List.of(new StringBuilder()));
  private int row;
  private int column;

  private NarrowTerminal(int columns) {
    this.columns = columns;
  }

  /** Returns the rows, without spaces at their ends. */
  static List<String> rows(String output, int columns) {
    NarrowTerminal terminal = new NarrowTerminal(columns);
    Matcher sequence = SEQUENCE.matcher(output);
    int i = 0;
    while (i < output.length()) {
      if (sequence.find(i) && sequence.start() == i) {
        terminal.obey(sequence.group(2).charAt(0), sequence.group(1));
        i = sequence.end();
      } else {
        terminal.type(output.charAt(i++));
      }
    }
    return terminal.rows.stream().map(line -> line.toString().stripTrailing()).toList();
  }

  private void type(char glyph) {
    if (glyph == '\n') {
      down();
      column = 0;
    } else if (glyph == '\r') {
      column = 0;
    } else {
      if (column == columns) {
        down();
        column = 0;
      }
      StringBuilder line = rows.get(row);
      line.append(" ".repeat(Math.max(0, column + 1 - line.length())));
      line.setCharAt(column++, glyph);
    }
  }

  private void down() {
    if (++row == rows.size()) {
      rows.add(new StringBuilder());
    }
  }

  private void obey(char command, String number) {
    if (command == 'A') {
      row = Math.max(0, row - Integer.parseInt(number));
    } else if (command == 'J') {
      rows.subList(row + 1, rows.size()).clear();
      rows.get(row).setLength(Math.min(column, rows.get(row).length()));
    }
  }
}
