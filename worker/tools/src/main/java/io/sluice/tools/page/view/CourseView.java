package io.sluice.tools.page.view;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.CellStatus;
import io.sluice.tools.page.model.GroupCourse;
import io.sluice.tools.page.model.RolloutCourse;
import io.sluice.tools.page.model.RolloutPage;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Draws an attempt over time: a band for each group, as high as it is full.
 *
 * <p>Letters keep their size on every screen: the drawing has no size of its own, places are parts
 * of its width, and only the bands are stretched.
 */
final class CourseView {
  private static final int WIDTH = 1000;
  private static final int NAME = 22;
  private static final int BAND = 36;
  private static final int NOTE = 16;
  private static final int GAP = 12;
  private static final int AXIS = 24;
  private static final int LAST = 6;

  /** A label further right than this ends at its place, so that it stays on the drawing. */
  private static final double TURN = 0.6 * WIDTH;

  private static final int MOST_TICKS = 7;
  private static final List<Duration> STEPS =
      List.of(
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofMinutes(1),
          Duration.ofMinutes(2),
          Duration.ofMinutes(5),
          Duration.ofMinutes(10),
          Duration.ofMinutes(30),
          Duration.ofHours(1),
          Duration.ofHours(2),
          Duration.ofHours(6),
          Duration.ofHours(12),
          Duration.ofDays(1),
          Duration.ofDays(2),
          Duration.ofDays(7),
          Duration.ofDays(30));

  private final RolloutPage page;
  private final RolloutCourse course;
  private final long millis;

  private CourseView(RolloutPage page, RolloutCourse course) {
    this.page = page;
    this.course = course;
    this.millis = Math.max(1, Duration.between(course.from(), course.to()).toMillis());
  }

  static Element of(RolloutPage page, RolloutCourse course) {
    return new CourseView(page, course).section();
  }

  private Element section() {
    Element section =
        Element.of("section", "id", "course", "aria-labelledby", "course-title")
            .add(Element.of("h2", "id", "course-title").text("Over time"));
    section.add(Element.of("div", "class", "card course").add(drawing()));
    section.add(legend());
    if (!course.gaps().isEmpty()) {
      section.add(Element.of("p", "class", "quiet").text(course.gaps()));
    }
    return section;
  }

  private Element legend() {
    Set<CellStatus> drawn = EnumSet.noneOf(CellStatus.class);
    for (GroupCourse group : course.groups()) {
      for (int i = 0; i < group.points().size(); i++) {
        boolean last = i + 1 == group.points().size();
        CountsBar.parts(group.points().get(i).counts())
            .keySet()
            .forEach(status -> drawn.add(shown(status, last)));
      }
    }
    drawn.remove(CellStatus.TO_APPLY);
    Element list = Element.of("ul", "class", "legend");
    drawn.forEach(
        status -> list.add(Element.of("li").add(CountsBar.mark(status)).text(status.text())));
    return list;
  }

  private Element drawing() {
    int height = course.groups().stream().mapToInt(this::height).sum() + AXIS;
    Element svg =
        Element.of(
            "svg",
            "width",
            "100%",
            "height",
            String.valueOf(height),
            "role",
            "img",
            "aria-label",
            "Groups over time, from %s to %s"
                .formatted(Times.text(course.from()), Times.text(course.to())));
    ticks(svg, height - AXIS);
    int top = 0;
    for (GroupCourse group : course.groups()) {
      band(svg, group, top);
      top += height(group);
    }
    return svg;
  }

  private int height(GroupCourse group) {
    return NAME + BAND + (approvals(group).isEmpty() ? 0 : NOTE) + GAP;
  }

  private void ticks(Element svg, int bottom) {
    Duration span = Duration.ofMillis(millis);
    Duration step =
        STEPS.stream()
            .filter(each -> span.dividedBy(each) <= MOST_TICKS)
            .findFirst()
            .orElse(STEPS.get(STEPS.size() - 1));
    DateTimeFormatter format =
        DateTimeFormatter.ofPattern(
                step.compareTo(Duration.ofMinutes(1)) < 0
                    ? "HH:mm:ss"
                    : step.compareTo(Duration.ofDays(1)) < 0 ? "d MMM HH:mm" : "d MMM",
                Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    long first = course.from().toEpochMilli() / step.toMillis() * step.toMillis();
    int number = 0;
    for (long at = first; at <= course.to().toEpochMilli(); at += step.toMillis()) {
      if (at >= course.from().toEpochMilli()) {
        double place = place(Instant.ofEpochMilli(at));
        String x = x(place);
        svg.add(
            Element.of(
                "line", "class", "grid", "x1", x, "x2", x, "y1", "0", "y2", String.valueOf(bottom)),
            Element.of(
                    "text",
                    "class",
                    number++ % 2 == 0 ? "tick" : "tick between",
                    "x",
                    x,
                    "y",
                    String.valueOf(bottom + 16),
                    "text-anchor",
                    place < 0.05 * WIDTH ? "start" : place > 0.93 * WIDTH ? "end" : "middle")
                .text(format.format(Instant.ofEpochMilli(at))));
      }
    }
  }

  private void band(Element svg, GroupCourse group, int top) {
    long clusters =
        group.points().stream().mapToLong(point -> point.counts().clusters()).max().orElse(0);
    svg.add(
        Element.of("text", "class", "name", "x", "0", "y", String.valueOf(top + 15))
            .text(group.label())
            .add(
                Element.of("tspan", "class", "number", "dx", "8")
                    .text(clusters == 1 ? "1 cluster" : clusters + " clusters")));
    Element band =
        Element.of(
                "svg",
                "y",
                String.valueOf(top + NAME),
                "width",
                "100%",
                "height",
                String.valueOf(BAND),
                "viewBox",
                "0 0 %d %d".formatted(WIDTH, BAND),
                "preserveAspectRatio",
                "none")
            .add(
                Element.of(
                    "rect",
                    "class",
                    "track",
                    "width",
                    String.valueOf(WIDTH),
                    "height",
                    String.valueOf(BAND)));
    if (clusters > 0) {
      areas(band, group.points(), clusters);
    }
    svg.add(band);
    approvals(group).forEach(approval -> approval(svg, approval, top));
  }

  /** Each status is one path of rectangles, from one point to the next. */
  private void areas(Element svg, List<GroupCourse.Point> points, long clusters) {
    Map<CellStatus, StringBuilder> paths = new EnumMap<>(CellStatus.class);
    for (int i = 0; i < points.size(); i++) {
      double left = place(points.get(i).at());
      double right = i + 1 < points.size() ? place(points.get(i + 1).at()) : WIDTH;
      // What was reached last is seen, however short it lasted.
      if (i + 1 == points.size()) {
        left = Math.min(left, WIDTH - LAST);
      } else {
        right = Math.min(right, WIDTH - LAST);
      }
      double below = BAND;
      for (Map.Entry<CellStatus, Long> part : CountsBar.parts(points.get(i).counts()).entrySet()) {
        double height = (double) BAND * part.getValue() / clusters;
        if (part.getKey() != CellStatus.TO_APPLY && right > left) {
          paths
              .computeIfAbsent(
                  shown(part.getKey(), i + 1 == points.size()), any -> new StringBuilder())
              .append(
                  String.format(
                      Locale.ROOT,
                      "M%.1f %.1fH%.1fV%.1fH%.1fz",
                      left,
                      below,
                      right,
                      below - height,
                      left));
        }
        below -= height;
      }
    }
    paths.forEach(
        (status, path) ->
            svg.add(
                Element.of("path", "class", status.css(), "d", path.toString())
                    .add(Element.of("title").text(status.text()))));
  }

  /** Before the last point only starts may be known. */
  private CellStatus shown(CellStatus status, boolean last) {
    return !last && course.startsAlone() && status != CellStatus.TO_APPLY
        ? CellStatus.STARTED
        : status;
  }

  private List<RolloutStatus.Approval> approvals(GroupCourse group) {
    return page.approvals().stream()
        .filter(approval -> approval.at() != null)
        .filter(
            approval ->
                List.of(page.labels(approval.groupName()).split(", ")).contains(group.label()))
        .filter(
            approval -> {
              Instant at = Instant.parse(approval.at());
              return !at.isBefore(course.from()) && !at.isAfter(course.to());
            })
        .toList();
  }

  private void approval(Element svg, RolloutStatus.Approval approval, int top) {
    double place = place(Instant.parse(approval.at()));
    String x = x(place);
    boolean turned = place > TURN;
    int bottom = top + NAME + BAND;
    svg.add(
        Element.of(
            "line",
            "class",
            "event",
            "x1",
            x,
            "x2",
            x,
            "y1",
            String.valueOf(top + NAME - 4),
            "y2",
            String.valueOf(bottom + NOTE - 2)),
        Element.of(
                "text",
                "class",
                "by",
                "x",
                x,
                "y",
                String.valueOf(bottom + NOTE - 3),
                "dx",
                turned ? "-5" : "5",
                "text-anchor",
                turned ? "end" : "start")
            .text("approved by " + Approver.of(approval)));
  }

  private double place(Instant at) {
    long since = Duration.between(course.from(), at).toMillis();
    return (double) WIDTH * Math.max(0, Math.min(millis, since)) / millis;
  }

  private static String x(double place) {
    return String.format(Locale.ROOT, "%.2f%%", 100 * place / WIDTH);
  }
}
