package io.sluice.plan.hold;

import io.sluice.schedule.ScheduleTimes;
import io.sluice.schedule.ScheduleTimes.Change;
import io.sluice.schedule.ScheduleTimes.Closed;
import io.sluice.schedule.ScheduleTimes.Rule;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Formats what clusters wait for that a calendar holds (between-waves 2): {@code Waiting for window
 * nights of group prod: opens 2026-11-30 22:00 Europe/Zurich (2d 3h), closes 04:00.}
 *
 * <p>Local times come from the offsets that were observed: no zone data are needed.
 */
final class CalendarMessage {
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm");
  private static final Duration ONE_DAY = Duration.ofDays(1);

  private final ScheduleTimes times;
  private final Instant now;

  CalendarMessage(ScheduleTimes times, Instant now) {
    this.times = times;
    this.now = now;
  }

  /**
   * Formats the message.
   *
   * @param which the clusters, as {@code group prod}
   */
  String of(Closed closed, String which) {
    return "%s of %s%s: %s."
        .formatted(
            what(closed.rule()),
            which,
            closed.rule().reason().map(" (%s)"::formatted).orElse(""),
            closed
                .opens()
                .map(opens -> opens(closed, opens))
                .orElseGet(() -> beyond(closed.rule())));
  }

  private static String what(Rule rule) {
    String name =
        switch (rule.kind()) {
          case START_AT -> "Waiting for the start time";
          case WINDOW -> "Waiting for window " + rule.name();
          case FREEZE -> "Waiting for the end of freeze " + rule.name();
          case UNKNOWN -> "Waiting for a new look at the calendar";
        };
    return name + rule.calendar().map(calendar -> " (calendar " + calendar + ")").orElse("");
  }

  private String opens(Closed closed, Change opens) {
    String zone = times.ruleOf(opens).orElse(closed.rule()).zone();
    return "opens %s %s (%s)%s"
        .formatted(
            DAY.format(opens.local()),
            zone,
            left(opens.at()),
            closed.closes().map(closes -> closes(opens, closes)).orElse(""));
  }

  /** In the time of day of the window that opens, whatever holds the cluster then. */
  private static String closes(Change opens, Change closes) {
    boolean soon = Duration.between(opens.at(), closes.at()).compareTo(ONE_DAY) < 0;
    ZoneOffset offset = opens.local().getOffset();
    return ", closes " + (soon ? TIME : DAY).format(closes.at().atOffset(offset));
  }

  /** Nothing opens in the time that is known. */
  private String beyond(Rule rule) {
    return rule.localTo()
        .map(to -> "ends %s %s (%s)".formatted(DAY.format(to), rule.zone(), left(to.toInstant())))
        .orElseGet(
            () ->
                "does not open before %s UTC"
                    .formatted(DAY.format(times.until().atOffset(ZoneOffset.UTC))));
  }

  /** Formats the two largest units, as {@code 2d 3h} or {@code 3h 20m}, rounded up to a minute. */
  private String left(Instant at) {
    long minutes = Math.max(0, Duration.between(now, at).plusSeconds(59).toMinutes());
    long days = minutes / 1440;
    long hours = minutes / 60 % 24;
    if (days > 0) {
      return hours == 0 ? days + "d" : "%dd %dh".formatted(days, hours);
    }
    long rest = minutes % 60;
    if (hours > 0) {
      return rest == 0 ? hours + "h" : "%dh %dm".formatted(hours, rest);
    }
    return rest + "m";
  }
}
