package io.sluice.tools.plan;

import io.sluice.forecast.CourseEnd;
import io.sluice.forecast.Forecast;
import io.sluice.forecast.WaitTime;
import io.sluice.forecast.Wave;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Wording;
import io.sluice.tools.terminal.TerminalStyle;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Formats the course of an attempt for people: a line for each wave, and how it ends. */
public final class ForecastPrinter {
  private static final int MOST_WAVES = 40;
  private static final int WIDTH = 12;

  private final TerminalStyle style;
  private final Forecast course;

  public ForecastPrinter(Forecast course, TerminalStyle style) {
    this.course = course;
    this.style = style;
  }

  /** Returns the waves, each with what was waited for before it. */
  public List<String> waves() {
    List<String> lines = new ArrayList<>();
    List<Wave> shown = course.waves().stream().limit(MOST_WAVES).toList();
    for (Wave wave : shown) {
      lines.addAll(waits(wave.after()));
      lines.addAll(
          at(
              wave.at(),
              "%s: %s, %s (%s)"
                  .formatted(
                      wave.group(), Wording.clusters(wave.number()), names(wave), wave.because())));
    }
    int more = course.waves().size() + course.wavesOmitted() - shown.size();
    if (more > 0) {
      lines.add(" ".repeat(WIDTH) + "and %d more waves".formatted(more));
    }
    return lines;
  }

  private static String names(Wave wave) {
    int more = wave.number() - Math.min(Wording.MAX_NAMES, wave.clusters().size());
    String names =
        wave.clusters().stream().limit(Wording.MAX_NAMES).collect(Collectors.joining(", "));
    return more > 0 ? names + " and " + more + " more" : names;
  }

  /** Returns a line with the time since the beginning. */
  private List<String> at(Instant at, String text) {
    return style.beside("  %-9s ".formatted("+" + time(Duration.between(course.from(), at))), text);
  }

  private List<String> waits(List<WaitTime> waits) {
    return waits.isEmpty() ? List.of() : style.beside(" ".repeat(WIDTH), waited(waits));
  }

  private static String waited(List<WaitTime> waits) {
    return waits.stream()
        .map(wait -> wait.time().isZero() ? wait.what() : wait.what() + " " + time(wait.time()))
        .collect(Collectors.joining(", ", "after ", ""));
  }

  /** Returns when and how it ends, or for what it stands still. */
  public List<String> end() {
    List<String> lines = new ArrayList<>();
    CourseEnd end = course.end();
    lines.addAll(waits(end.after()));
    course
        .halt()
        .ifPresent(halt -> lines.addAll(at(halt.at(), "halts: %s".formatted(halt.because()))));
    course.failures().stream()
        .limit(Wording.MAX_NAMES)
        .forEach(
            failed ->
                lines.addAll(
                    at(
                        failed.at(),
                        "%s of %s is %s"
                            .formatted(failed.cluster(), failed.group(), failed.status()))));
    int more = course.failures().size() + course.failuresOmitted() - Wording.MAX_NAMES;
    if (more > 0) {
      lines.add(" ".repeat(WIDTH) + "and %d more".formatted(more));
    }
    lines.addAll(at(end.at(), text(end)));
    return lines;
  }

  /** Returns how it ends, without the time: {@code ends: Succeeded}. */
  public String ending() {
    return text(course.end());
  }

  private static String text(CourseEnd end) {
    return switch (end.kind()) {
      case ENDED -> "ends: " + end.outcome().map(Outcome::toString).orElseThrow();
      case STANDS_STILL ->
          "stands still. "
              + end.waitingFor()
              + end.field().map(" Nothing ends that, as %s is not set."::formatted).orElse("");
      case CUT -> "goes on; the rest is not shown";
    };
  }

  /** Formats a time as in a strategy, with days from 48 hours on. */
  public static String time(Duration time) {
    Duration shown = Duration.ofSeconds(time.plusMillis(500).toSeconds());
    return shown.toHours() < 48
        ? Wording.of(shown)
        : shown.toDays() + "d" + hours(shown.minusDays(shown.toDays()));
  }

  private static String hours(Duration rest) {
    return rest.isZero() ? "" : Wording.of(rest);
  }
}
