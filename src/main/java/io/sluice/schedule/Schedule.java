package io.sluice.schedule;

import static java.util.Objects.requireNonNull;

import io.sluice.schedule.ScheduleTimes.Ignored;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * Holds {@code spec.schedule} of a Rollout (between-waves 2).
 *
 * @param startAt no cluster starts before it
 * @param timeZone of everything that names none
 * @param own its windows and freezes, which are a calendar of their own
 * @param calendars names of RolloutCalendars of its namespace
 * @param ignore the attempt that no calendar holds; who allowed it when is in the object's managed
 *     fields, and not read here
 */
public record Schedule(
    Optional<Instant> startAt,
    ZoneId timeZone,
    RolloutCalendar own,
    List<String> calendars,
    Optional<Ignored> ignore) {
  /** A Rollout without a schedule. */
  public static final Schedule NONE =
      new Schedule(
          Optional.empty(),
          ZoneOffset.UTC,
          new RolloutCalendar("", List.of(), List.of()),
          List.of(),
          Optional.empty());

  public Schedule {
    requireNonNull(startAt, "startAt is null");
    requireNonNull(timeZone, "timeZone is null");
    requireNonNull(own, "own is null");
    calendars = List.copyOf(calendars);
    requireNonNull(ignore, "ignore is null");
  }

  /** Returns the same with another attempt that no calendar holds. */
  public Schedule with(Optional<Ignored> other) {
    return new Schedule(startAt, timeZone, own, calendars, other);
  }
}
