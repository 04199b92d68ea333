package io.sluice.tools.page.view;

import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.CellStatus;
import io.sluice.tools.page.model.ClusterCell;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Draws a cell for each cluster of a group: one SVG path for each status, so that ten thousand
 * cells are ten elements.
 */
final class CellGrid {
  private static final int PITCH = 13;

  private final List<ClusterCell> cells;
  private final int columns;
  private final int pixels;

  private CellGrid(List<ClusterCell> cells, int columns, int pixels) {
    this.cells = cells;
    this.columns = columns;
    this.pixels = pixels;
  }

  /** Returns whether a group is too large for a column, and is drawn in the whole width. */
  static boolean wide(int clusters) {
    return clusters > 600;
  }

  static Element of(List<ClusterCell> cells) {
    int clusters = cells.size();
    if (wide(clusters)) {
      return new CellGrid(cells, clusters > 3000 ? 120 : 80, clusters > 3000 ? 9 : 13).draw();
    }
    return clusters > 120
        ? new CellGrid(cells, 24, 13).draw()
        : new CellGrid(cells, clusters > 48 ? 16 : 12, clusters > 48 ? 19 : 25).draw();
  }

  private Element draw() {
    Map<CellStatus, StringBuilder> paths = new EnumMap<>(CellStatus.class);
    for (int i = 0; i < cells.size(); i++) {
      CellStatus status = cells.get(i).status();
      CellShapes.append(
          status,
          i % columns * PITCH,
          i / columns * PITCH,
          paths.computeIfAbsent(status, any -> new StringBuilder()));
    }
    int across = Math.min(columns, Math.max(1, cells.size()));
    int rows = (cells.size() + columns - 1) / columns;
    int width = across * PITCH - 3;
    int height = Math.max(1, rows) * PITCH - 3;
    Element svg =
        Element.of(
            "svg",
            "class",
            "cells-svg",
            "viewBox",
            "0 0 " + width + " " + height,
            "width",
            String.valueOf(width * pixels / PITCH),
            "height",
            String.valueOf(height * pixels / PITCH),
            "aria-hidden",
            "true",
            "data-columns",
            String.valueOf(columns));
    paths.forEach(
        (status, path) ->
            svg.add(
                Element.of(
                    "path", "class", status.css(), "fill-rule", "evenodd", "d", path.toString())));
    return svg.add(
        Element.of(
            "rect", "class", "cursor", "width", "14", "height", "14", "rx", "2", "x", "-99"));
  }
}
