package io.sluice.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Finds the times of a cron expression in a zone (between-waves C3).
 *
 * <p>It has five fields, as in a CronJob of Kubernetes. Where day of the month and day of the week
 * are both restricted, a day that either names counts; {@code *} restricts nothing, {@code *}{@code
 * /2} does. The fields are read as Kubernetes reads them, since cron-utils takes other expressions;
 * it gets them as lists of numbers and finds the days ({@link CronDays}). Times of a day are hours
 * by minutes; each local time becomes an instant by {@link ZoneTime}.
 */
public final class CronSchedule {
  private static final Map<String, String> WORDS =
      Map.of(
          "@yearly", "0 0 1 1 *",
          "@annually", "0 0 1 1 *",
          "@monthly", "0 0 1 * *",
          "@weekly", "0 0 * * 0",
          "@daily", "0 0 * * *",
          "@midnight", "0 0 * * *",
          "@hourly", "0 * * * *");
  private static final int LONGEST = 1_000;

  /** A zone may skip a day, so that its times become the first instant of the day after it. */
  private static final int DAYS_AROUND = 2;

  private final String text;
  private final CronDays days;

  /** Seconds of a day, ascending. */
  private final long[] times;

  private CronSchedule(String text, CronDays days, long[] times) {
    this.text = text;
    this.days = days;
    this.times = times;
  }

  /**
   * Reads an expression.
   *
   * @throws IllegalArgumentException when it is none; the message says why
   */
  public static CronSchedule parse(String text) {
    String expression = WORDS.getOrDefault(text, text).strip();
    if (text.startsWith("@") && !WORDS.containsKey(text)) {
      throw new IllegalArgumentException("a window knows no word but @daily and its sisters");
    }
    if (text.startsWith("TZ=") || text.startsWith("CRON_TZ=")) {
      throw new IllegalArgumentException("the zone of a window is its timeZone");
    }
    String[] fields = expression.length() > LONGEST ? new String[0] : expression.split("\\s+");
    if (fields.length != 5) {
      throw new IllegalArgumentException("it does not have five fields");
    }
    CronField.Values minutes = CronField.MINUTE.read(fields[0]);
    CronField.Values hours = CronField.HOUR.read(fields[1]);
    CronDays days =
        CronDays.of(
            CronField.MONTH.read(fields[3]),
            CronField.DAY_OF_MONTH.read(fields[2]),
            CronField.DAY_OF_WEEK.read(fields[4]));
    long[] times =
        hours.values().stream()
            .flatMapToLong(
                hour ->
                    minutes.values().stream()
                        .mapToLong(minute -> LocalTime.of(hour, minute).toSecondOfDay()))
            .toArray();
    return new CronSchedule(text, days, times);
  }

  /** Returns whether it has a time within so long after an instant. */
  boolean hasTime(Instant now, Period within) {
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    return days.next(today).filter(day -> day.isBefore(today.plus(within))).isPresent();
  }

  /** Returns the times from an instant on and before another, once each. */
  public List<Instant> times(Instant from, Instant before, ZoneId zone) {
    List<Instant> times = new ArrayList<>();
    visit(from, before, zone, second -> times.add(Instant.ofEpochSecond(second)));
    return times;
  }

  /** Returns the first time that is not before this instant; empty if none is within five years. */
  public Optional<Instant> next(Instant from, ZoneId zone) {
    LocalDate today = LocalDate.ofInstant(from, zone).minusDays(DAYS_AROUND);
    LocalDate last = today.plusYears(5);
    for (Optional<LocalDate> day = days.next(today);
        day.filter(last::isAfter).isPresent();
        day = days.next(day.get().plusDays(1))) {
      Instant start = ZoneTime.instant(day.get().atStartOfDay(), zone);
      Instant later = start.isBefore(from) ? from : start;
      List<Instant> times = times(later, later.plus(Duration.ofDays(DAYS_AROUND)), zone);
      if (!times.isEmpty()) {
        return Optional.of(times.get(0));
      }
    }
    return Optional.empty();
  }

  /**
   * Visits the times from an instant on and before another, in seconds since 1970, once each, in
   * order, while the visitor returns true.
   */
  void visit(Instant from, Instant before, ZoneId zone, LongPredicate visitor) {
    ZoneRules rules = zone.getRules();
    long start = from.getNano() == 0 ? from.getEpochSecond() : from.getEpochSecond() + 1;
    LocalDate last = LocalDate.ofInstant(before, zone).plusDays(1);
    long visited = Long.MIN_VALUE;
    for (LocalDate day = LocalDate.ofInstant(from, zone).minusDays(DAYS_AROUND);
        day.isBefore(last);
        day = day.plusDays(1)) {
      if (!days.contains(day)) {
        continue;
      }
      Optional<ZoneOffset> offset = ZoneTime.offsetOfDay(day, rules);
      for (long time : times) {
        long second =
            offset.isPresent()
                ? day.toEpochDay() * 86_400 + time - offset.get().getTotalSeconds()
                : ZoneTime.instant(LocalDateTime.of(day, LocalTime.ofSecondOfDay(time)), zone)
                    .getEpochSecond();
        if (second < start || second == visited) {
          continue;
        }
        if (!Instant.ofEpochSecond(second).isBefore(before) || !visitor.test(second)) {
          return;
        }
        visited = second;
      }
    }
  }

  /** Returns the expression as it was written. */
  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CronSchedule schedule && schedule.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
