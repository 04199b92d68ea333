package io.sluice.schedule;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the days of a cron expression, with cron-utils, which is asked for midnights in UTC only:
 * its own rules for zones differ from C3 of between-waves where a zone changes its offset.
 *
 * <p>The library takes 20 µs for a day, and every observation of a hub asks for the same few weeks:
 * so the months of the expressions that were asked last are kept.
 */
final class CronDays {
  private static final CronParser PARSER =
      new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
  private static final int KEPT_EXPRESSIONS = 1_000;
  private static final int KEPT_MONTHS = 24;
  private static final Map<String, CronDays> KEPT =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, CronDays> eldest) {
          return size() > KEPT_EXPRESSIONS;
        }
      };

  private final ExecutionTime midnights;
  private final Map<YearMonth, Integer> months = new ConcurrentHashMap<>();

  private CronDays(String expression) {
    midnights = ExecutionTime.forCron(PARSER.parse(expression));
  }

  static CronDays of(CronField.Values month, CronField.Values monthDay, CronField.Values weekday) {
    String expression = "0 0 %s %s %s".formatted(monthDay, month, weekday);
    synchronized (KEPT) {
      return KEPT.computeIfAbsent(expression, CronDays::new);
    }
  }

  boolean contains(LocalDate day) {
    YearMonth month = YearMonth.from(day);
    Integer days = months.get(month);
    if (days == null) {
      if (months.size() >= KEPT_MONTHS) {
        months.clear();
      }
      days = daysOf(month);
      months.put(month, days);
    }
    return (days >> day.getDayOfMonth() & 1) == 1;
  }

  /** Returns the days of a month as bits. */
  private int daysOf(YearMonth month) {
    int days = 0;
    Optional<LocalDate> day = next(month.atDay(1));
    while (day.filter(found -> YearMonth.from(found).equals(month)).isPresent()) {
      days |= 1 << day.get().getDayOfMonth();
      day = next(day.get().plusDays(1));
    }
    return days;
  }

  /**
   * Returns the first day that is not before this one; empty if there never is one.
   *
   * <p>One thread at a time, as the library promises nothing to several.
   */
  synchronized Optional<LocalDate> next(LocalDate from) {
    ZonedDateTime before = from.atStartOfDay(ZoneOffset.UTC).minusMinutes(1);
    return midnights.nextExecution(before).map(ZonedDateTime::toLocalDate);
  }
}
