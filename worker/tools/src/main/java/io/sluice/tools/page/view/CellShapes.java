package io.sluice.tools.page.view;

import io.sluice.tools.page.model.CellStatus;

/**
 * Draws the shape of each status in a square of 10 by 10, as part of an SVG path: statuses differ
 * by shape as well as by colour.
 */
final class CellShapes {
  private CellShapes() {}

  /** Appends the shape of a cell whose upper left corner is there. */
  static void append(CellStatus status, int x, int y, StringBuilder path) {
    switch (status) {
      // A full square.
      case SUCCEEDED -> path.append('M').append(x).append(' ').append(y).append("h10v10h-10z");
      // A thin frame.
      case TO_APPLY -> at(path, x, y).append("h10v10h-10zm1.2 1.2v7.6h7.6v-7.6z");
      // A thin frame with a tick: nothing is to be done there.
      case COMPLIES -> {
        at(path, x, y).append("h10v10h-10zm1.2 1.2v7.6h7.6v-7.6z");
        at(path, x, y).append("m2.5 5 1-1 1.2 1.2 2-2.2 1 1-3 3.2z");
      }
      // A thin frame with a point: something is to be done there.
      case WOULD_CHANGE -> {
        at(path, x, y).append("h10v10h-10zm1.2 1.2v7.6h7.6v-7.6z");
        at(path, x + 3, y + 3).append("h4v4h-4z");
      }
      // The lower half.
      case PROGRESSING -> at(path, x, y).append("v10h10z");
      // A thick frame: something in it is still open.
      case SOAKING -> at(path, x, y).append("h10v10h-10zm3.2 3.2v3.6h3.6v-3.6z");
      // A cross.
      case FAILED -> at(path, x + 2, y).append("l3 3 3-3 2 2-3 3 3 3-2 2-3-3-3 3-2-2 3-3-3-3z");
      // An hourglass.
      case TIME_OUT -> at(path, x, y).append("h10l-10 10h10z");
      // A diamond.
      case NEW_CLUSTER -> at(path, x + 5, y).append("l5 5-5 5-5-5z");
      // A dash.
      case IGNORED -> at(path, x, y + 4).append("h10v2.5h-10z");
      // A bar: something was written.
      case STARTED -> at(path, x + 3, y).append("h4v10h-4z");
      // A dot.
      case UNKNOWN -> at(path, x + 3, y + 3).append("h4v4h-4z");
    }
  }

  private static StringBuilder at(StringBuilder path, int x, int y) {
    return path.append('M').append(x).append(' ').append(y);
  }

  /** Returns the shape alone. */
  static String of(CellStatus status) {
    StringBuilder path = new StringBuilder();
    append(status, 0, 0, path);
    return path.toString();
  }
}
