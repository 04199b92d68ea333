package io.sluice.cli;

import java.util.Arrays;

/**
 * Draws the clusters of a group as one bar, in the order: done, soaking, progressing, failed,
 * ignored, to apply.
 *
 * <p>Whoever exists is seen: a state with one cluster of a thousand still gets a cell.
 */
final class ProgressBar {
  private static final AnsiColor[] INKS = {
    AnsiColor.GOOD, AnsiColor.GOOD, AnsiColor.BUSY, AnsiColor.BAD, AnsiColor.FAINT, AnsiColor.FAINT
  };
  private static final String PLAIN = "#=>!-.";
  private static final String BLOCKS = "█▓▒✗-░";

  private final TerminalStyle paper;

  ProgressBar(TerminalStyle paper) {
    this.paper = paper;
  }

  String of(GroupProgress tally, int width) {
    long[] parts = {
      tally.done(),
      tally.soaking(),
      tally.progressing(),
      tally.failed() + tally.timeOut(),
      tally.ignored(),
      tally.toApply()
    };
    int[] cells = cells(parts, width);
    StringBuilder bar = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      char glyph = (paper.blocks() ? BLOCKS : PLAIN).charAt(i);
      bar.append(paper.ink(INKS[i], String.valueOf(glyph).repeat(cells[i])));
    }
    return bar.toString();
  }

  /** Shares the cells out; what rounding leaves over goes to, or comes from, the largest part. */
  static int[] cells(long[] parts, int width) {
    long all = Arrays.stream(parts).sum();
    int[] cells = new int[parts.length];
    if (all == 0) {
      cells[parts.length - 1] = width;
      return cells;
    }
    for (int i = 0; i < parts.length; i++) {
      cells[i] = parts[i] == 0 ? 0 : (int) Math.max(1, parts[i] * width / all);
    }
    int largest = 0;
    for (int i = 1; i < cells.length; i++) {
      largest = cells[i] > cells[largest] ? i : largest;
    }
    cells[largest] += width - Arrays.stream(cells).sum();
    return cells;
  }
}
