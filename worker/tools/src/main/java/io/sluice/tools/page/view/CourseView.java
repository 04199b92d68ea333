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
import java.util.Objects;
import java.util.Set;

/** Draws an attempt over time: a band for each group, as high as it is full. */
final class CourseView {
  private static final int LEFT = 150;
  private static final int WIDTH = 1100;
  private static final int BAND = 46;
  private static final int GAP = 22;
  private static final int AXIS = 26;
  private static final int LAST = 6;
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
    int height = course.groups().size() * (BAND + GAP) + AXIS;
    Element svg =
        Element.of(
            "svg",
            "viewBox",
            "0 0 %d %d".formatted(WIDTH, height),
            "role",
            "img",
            "aria-label",
            "Groups over time, from %s to %s"
                .formatted(Times.text(course.from()), Times.text(course.to())));
    ticks(svg, height - AXIS);
    for (int i = 0; i < course.groups().size(); i++) {
      band(svg, course.groups().get(i), i * (BAND + GAP) + 8);
    }
    return svg;
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
    for (long at = first; at <= course.to().toEpochMilli(); at += step.toMillis()) {
      if (at >= course.from().toEpochMilli()) {
        String x = x(Instant.ofEpochMilli(at));
        svg.add(
            Element.of(
                "line", "class", "grid", "x1", x, "x2", x, "y1", "0", "y2", String.valueOf(bottom)),
            Element.of("text", "x", x, "y", String.valueOf(bottom + 16), "text-anchor", "middle")
                .text(format.format(Instant.ofEpochMilli(at))));
      }
    }
  }

  private void band(Element svg, GroupCourse group, int top) {
    long clusters =
        group.points().stream().mapToLong(point -> point.counts().clusters()).max().orElse(0);
    svg.add(
        Element.of("text", "class", "name", "x", "0", "y", String.valueOf(top + 19))
            .text(cut(group.label())),
        Element.of("text", "x", "0", "y", String.valueOf(top + 35))
            .text(clusters == 1 ? "1 cluster" : clusters + " clusters"),
        Element.of(
            "rect",
            "class",
            "track",
            "x",
            String.valueOf(LEFT),
            "y",
            String.valueOf(top),
            "width",
            String.valueOf(WIDTH - LEFT),
            "height",
            String.valueOf(BAND),
            "rx",
            "3"));
    if (clusters > 0) {
      areas(svg, group.points(), top, clusters);
    }
    approvals(svg, group, top);
  }

  /** Each status is one path of rectangles, from one point to the next. */
  private void areas(Element svg, List<GroupCourse.Point> points, int top, long clusters) {
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
      double below = top + BAND;
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

  private void approvals(Element svg, GroupCourse group, int top) {
    for (RolloutStatus.Approval approval : page.approvals()) {
      if (approval.at() == null
          || !group.label().equals(Objects.requireNonNullElse(approval.groupName(), ""))) {
        continue;
      }
      Instant at = Instant.parse(approval.at());
      if (!at.isBefore(course.from()) && !at.isAfter(course.to())) {
        String x = x(at);
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
                String.valueOf(top - 6),
                "y2",
                String.valueOf(top + BAND)),
            Element.of("text", "x", x, "y", String.valueOf(top - 3), "dx", "4")
                .text("approved by " + Approver.of(approval)));
      }
    }
  }

  private static String cut(String label) {
    return label.length() <= 20 ? label : label.substring(0, 19) + "…";
  }

  private double place(Instant at) {
    long since = Duration.between(course.from(), at).toMillis();
    return LEFT + (double) (WIDTH - LEFT) * Math.max(0, Math.min(millis, since)) / millis;
  }

  private String x(Instant at) {
    return String.format(Locale.ROOT, "%.1f", place(at));
  }
}
