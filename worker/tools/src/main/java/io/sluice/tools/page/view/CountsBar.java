package io.sluice.tools.page.view;

import io.sluice.rollout.Counts;
import io.sluice.rollout.Progress;
import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.CellStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Draws how far a group or fleet is, as one bar, and says the same as text. */
final class CountsBar {
  private static final int WIDTH = 1000;

  private CountsBar() {}

  /**
   * Returns the numbers by status, in the order of a cluster's course; those of zero are left out.
   */
  static Map<CellStatus, Long> parts(Counts counts) {
    Map<CellStatus, Long> parts = new LinkedHashMap<>();
    part(parts, CellStatus.SUCCEEDED, counts.succeeded());
    part(parts, CellStatus.NEW_CLUSTER, counts.newCluster());
    part(parts, CellStatus.SOAKING, counts.soaking());
    part(parts, CellStatus.PROGRESSING, counts.progressing());
    part(parts, CellStatus.FAILED, counts.failed());
    part(parts, CellStatus.TIME_OUT, counts.timeOut());
    part(parts, CellStatus.IGNORED, counts.ignored());
    part(parts, CellStatus.TO_APPLY, counts.toApply());
    return parts;
  }

  private static void part(Map<CellStatus, Long> parts, CellStatus status, long number) {
    if (number > 0) {
      parts.put(status, number);
    }
  }

  static String text(Counts counts) {
    List<String> texts = new ArrayList<>();
    parts(counts).forEach((status, number) -> texts.add(number + " " + status.text()));
    return texts.isEmpty() ? "no clusters" : String.join(", ", texts);
  }

  static Element of(Counts counts) {
    Element bar =
        Element.of(
            "svg",
            "class",
            "bar",
            "viewBox",
            "0 0 " + WIDTH + " 8",
            "preserveAspectRatio",
            "none",
            "role",
            "img",
            "aria-label",
            text(counts));
    bar.add(Element.of("rect", "class", "track", "width", String.valueOf(WIDTH), "height", "8"));
    long before = 0;
    for (Map.Entry<CellStatus, Long> part : parts(counts).entrySet()) {
      long from = at(before, counts);
      before += part.getValue();
      if (part.getKey() != CellStatus.TO_APPLY) {
        bar.add(
            Element.of(
                "rect",
                "class",
                part.getKey().css(),
                "x",
                String.valueOf(from),
                "width",
                String.valueOf(Math.max(4, at(before, counts) - from)),
                "height",
                "8"));
      }
    }
    return bar;
  }

  private static long at(long clusters, Counts counts) {
    return counts.clusters() == 0 ? 0 : WIDTH * clusters / counts.clusters();
  }

  /** Returns the numbers with the shapes of their cells. */
  static Element legend(Counts counts) {
    Element list = Element.of("ul", "class", "legend");
    parts(counts).forEach((status, number) -> list.add(entry(status, number, status.text())));
    return list;
  }

  /** Returns what clusters that are not started show of the version, with the same shapes. */
  static Element legend(Progress.InformCounts inform) {
    Map<CellStatus, Long> parts = new LinkedHashMap<>();
    part(parts, CellStatus.WOULD_CHANGE, inform.wouldChange());
    part(parts, CellStatus.COMPLIES, inform.comply());
    part(parts, CellStatus.TO_APPLY, inform.notReported());
    Element list = Element.of("ul", "class", "legend inform");
    parts.forEach((status, number) -> list.add(entry(status, number, informed(status, number))));
    return list;
  }

  private static String informed(CellStatus status, long number) {
    return status == CellStatus.WOULD_CHANGE
        ? status.text()
        : status == CellStatus.COMPLIES
            ? number == 1 ? status.text() : "comply already"
            : number == 1 ? "has not reported" : "have not reported";
  }

  private static Element entry(CellStatus status, long number, String text) {
    return Element.of("li")
        .add(mark(status))
        .add(Element.of("b").text(String.valueOf(number)))
        .text(" " + text);
  }

  static Element mark(CellStatus status) {
    return Element.of(
            "svg",
            "class",
            "mark",
            "viewBox",
            "0 0 10 10",
            "aria-hidden",
            "true",
            "width",
            "10",
            "height",
            "10")
        .add(
            Element.of(
                "path", "class", status.css(), "fill-rule", "evenodd", "d", CellShapes.of(status)));
  }
}
