package io.sluice.rehearsal;

import static java.util.Objects.requireNonNull;

import io.sluice.forecast.Forecast;
import io.sluice.rehearsal.recorded.CourseDifference;
import io.sluice.rehearsal.recorded.RecordedRehearsal;
import io.sluice.rehearsal.recorded.Recording;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Wording;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.tools.document.Subject;
import io.sluice.tools.plan.ForecastDocument;
import io.sluice.tools.plan.ForecastPrinter;
import io.sluice.tools.terminal.TerminalStyle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Formats the course of a rehearsal that answers like a recorded attempt. */
final class LikeResult {
  /** With the same strategy, events differ from the recorded ones by at most this. */
  private static final Duration SAME = Duration.ofSeconds(2);

  private final Recording recording;
  private final Optional<Strategy> strategy;
  private final RecordedRehearsal.Result result;
  private final CourseDifference difference;

  /**
   * Rehearses it.
   *
   * @param strategy the one to try; empty: the recorded one
   */
  LikeResult(Recording recording, Optional<Strategy> strategy) {
    this.recording = requireNonNull(recording, "recording is null");
    this.strategy = strategy.filter(other -> !other.equals(recording.spec().strategy()));
    this.result = RecordedRehearsal.of(recording, this.strategy);
    this.difference =
        CourseDifference.of(RecordedRehearsal.recordedEvents(recording), result.events());
  }

  Forecast course() {
    return result.course();
  }

  List<String> lines(TerminalStyle style) {
    AttemptSpec spec = recording.spec();
    List<String> lines = new ArrayList<>();
    lines.add(
        "Rehearsal of %s %s  attempt %d  %s  %s"
            .formatted(
                spec.policy().noun(),
                spec.policy(),
                spec.number(),
                strategy.orElse(spec.strategy()).type().label(),
                Wording.clusters(result.clusters())));
    lines.addAll(
        style.beside(
            "  like      ",
            "attempt %d, begun at %s%s"
                .formatted(
                    spec.number(),
                    recording.startedAt(),
                    recording.complete() ? "" : "; it was running when its history was read")));
    lines.addAll(
        style.beside(
            "  strategy  ", strategy.isEmpty() ? "as recorded" : "the policy's present one"));
    if (!result.unknown().isEmpty()) {
      lines.addAll(
          style.beside(
              "  assumed   ",
              "%s succeed after %s: the attempt did not start them"
                  .formatted(
                      Wording.names(result.unknown()), ForecastPrinter.time(result.assumed()))));
    }
    lines.add("");
    ForecastPrinter printer = new ForecastPrinter(course(), style);
    lines.addAll(printer.waves());
    lines.addAll(printer.end());
    lines.add("");
    lines.addAll(style.wrap("", compared(), 0));
    return lines;
  }

  private String compared() {
    if (strategy.isPresent()) {
      Forecast recorded = RecordedRehearsal.recorded(recording);
      String end = new ForecastPrinter(recorded, TerminalStyle.PLAIN).ending();
      return "Recorded: +%s %s".formatted(ForecastPrinter.time(recorded.time()), end);
    }
    if (difference.within(SAME)) {
      return "Each of its %d events is within %s of the recorded one."
          .formatted(difference.events(), seconds(difference.largest()));
    }
    return "Of its %d events the one that differs most from the recorded one by %s is %s. Events only recorded: %d. Events only rehearsed: %d."
        .formatted(
            difference.events(),
            seconds(difference.largest()),
            difference.where(),
            difference.missing().size(),
            difference.added().size());
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.3f s", time.toMillis() / 1000.0);
  }

  RehearsalDocument document() {
    return new RehearsalDocument(
        Subject.of(recording.spec().policy()),
        recording.spec().number(),
        ForecastDocument.of(course()),
        Optional.of(
            new RehearsalDocument.Like(
                recording.startedAt(),
                recording.complete(),
                strategy.isEmpty() ? "recorded" : "present",
                List.copyOf(result.unknown()),
                ForecastDocument.of(RecordedRehearsal.recorded(recording)),
                difference.events(),
                difference.largest().toMillis() / 1000.0,
                difference.missing(),
                difference.added())));
  }
}
