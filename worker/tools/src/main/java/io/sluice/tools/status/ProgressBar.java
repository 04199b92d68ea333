package io.sluice.tools.status;

import io.sluice.rollout.Counts;
import io.sluice.tools.terminal.AnsiColor;
import io.sluice.tools.terminal.TerminalStyle;
import java.util.Arrays;

/**
 * Formats the counts of a group as one bar: done, soaking, progressing, failed, ignored, to apply.
 *
 * <p>Every state with at least one cluster gets a cell, also one of a thousand clusters.
 */
final class ProgressBar {
  private static final AnsiColor[] COLORS = {
    AnsiColor.GOOD, AnsiColor.GOOD, AnsiColor.BUSY, AnsiColor.BAD, AnsiColor.FAINT, AnsiColor.FAINT
  };
  private static final String PLAIN = "#=>!-.";
  private static final String BLOCKS = "█▓▒✗-░";

  private final TerminalStyle style;

  ProgressBar(TerminalStyle style) {
    this.style = style;
  }

  String of(Counts counts, int width) {
    long[] parts = {
      counts.done(),
      counts.soaking(),
      counts.progressing(),
      counts.failed() + counts.timeOut(),
      counts.ignored(),
      counts.toApply()
    };
    int[] cells = cells(parts, width);
    StringBuilder bar = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      char glyph = (style.blocks() ? BLOCKS : PLAIN).charAt(i);
      bar.append(style.color(COLORS[i], String.valueOf(glyph).repeat(cells[i])));
    }
    return bar.toString();
  }

  /**
   * Distributes the cells; the largest part takes, or gives, what rounding leaves over.
   *
   * <p>Example: parts 998, 1 and 1 of 20 cells get 18, 1 and 1.
   */
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
