package io.sluice.schedule;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Says of each minute whether a cron expression names it, and looks for the instant at which a
 * clock first shows it: a model that shares nothing with {@link CronSchedule}.
 */
final class NaiveCron {
  private static final List<String> MONTHS =
      List.of(
          "", "JAN", "feb", "mar", "apr", "May", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> DAYS = List.of("sun", "Mon", "tue", "wed", "thu", "FRI", "sat");

  private final String[] fields;
  private final List<LocalTime> times;

  NaiveCron(String expression) {
    fields = expression.split(" ");
    times =
        IntStream.range(0, 24 * 60)
            .mapToObj(minute -> LocalTime.of(minute / 60, minute % 60))
            .filter(time -> names(0, time.getMinute(), 59) && names(1, time.getHour(), 23))
            .toList();
  }

  /** Writes an expression of few times a day, in all spellings. */
  static String random(Random random) {
    return String.join(
        " ",
        random.nextInt(4) == 0 ? "*/20" : field(random, 0, 59, List.of()),
        random.nextInt(4) == 0 ? "*" : field(random, 0, 23, List.of()),
        random.nextInt(2) == 0 ? "*" : field(random, 1, 31, List.of()),
        random.nextInt(2) == 0 ? "*" : field(random, 1, 12, MONTHS),
        random.nextInt(2) == 0 ? "*" : field(random, 0, 6, DAYS));
  }

  private static String field(Random random, int first, int last, List<String> names) {
    int one = random.nextInt(first, last + 1);
    int other = random.nextInt(one, last + 1);
    String name = names.isEmpty() || random.nextBoolean() ? "" + one : names.get(one);
    int step = random.nextInt(1, last + 5);
    return switch (random.nextInt(8)) {
      case 0 -> name + "-" + other;
      case 1 -> "*/" + step;
      case 2 -> name + "/" + step;
      case 3 -> name + "-" + other + "/" + step;
      case 4 -> name + "," + other;
      case 5 -> other + "-" + other + "," + name + ",*/" + Math.max(5, step);
      case 6 -> random.nextInt(5) == 0 ? "?" : name;
      default -> name;
    };
  }

  boolean names(LocalDate day) {
    boolean monthDay = names(2, day.getDayOfMonth(), 31);
    boolean weekday =
        names(4, day.getDayOfWeek() == DayOfWeek.SUNDAY ? 0 : day.getDayOfWeek().getValue(), 6);
    boolean both = restricts(2) && restricts(4);
    return names(3, day.getMonthValue(), 12) && (both ? monthDay || weekday : monthDay && weekday);
  }

  private boolean restricts(int field) {
    return Arrays.stream(fields[field].split(","))
        .noneMatch(part -> List.of("*", "?", "*/1", "?/1").contains(part));
  }

  private boolean names(int field, int value, int last) {
    return Arrays.stream(fields[field].split(","))
        .anyMatch(part -> names(field, part, value, last));
  }

  private static boolean names(int field, String part, int value, int last) {
    String[] step = part.split("/");
    String[] range = step[0].split("-");
    boolean any = range[0].equals("*") || range[0].equals("?");
    int low = any ? (field == 2 || field == 3 ? 1 : 0) : number(field, range[0]);
    int high =
        any || range.length == 1 && step.length == 2
            ? last
            : number(field, range[range.length - 1]);
    int every = step.length == 2 ? Integer.parseInt(step[1]) : 1;
    return low <= value && value <= high && (value - low) % every == 0;
  }

  private static int number(int field, String text) {
    List<String> names = field == 3 ? MONTHS : field == 4 ? DAYS : List.of();
    return names.contains(text) ? names.indexOf(text) : Integer.parseInt(text);
  }

  /** Returns its times, once each. */
  SortedSet<Instant> times(Instant from, Instant before, ZoneId zone) {
    SortedSet<Instant> instants = new TreeSet<>();
    LocalDate last = LocalDate.ofInstant(before, ZoneOffset.UTC).plusDays(2);
    for (LocalDate day = LocalDate.ofInstant(from, ZoneOffset.UTC).minusDays(2);
        day.isBefore(last);
        day = day.plusDays(1)) {
      if (names(day)) {
        for (LocalTime time : times) {
          instants.add(first(LocalDateTime.of(day, time), zone));
        }
      }
    }
    return new TreeSet<>(instants.subSet(from, before));
  }

  /** Looks second by second for the first instant at which a clock has come so far. */
  private static Instant first(LocalDateTime local, ZoneId zone) {
    List<Integer> offsets = new ArrayList<>();
    Instant about = local.toInstant(ZoneOffset.UTC);
    for (int hour = -48; hour <= 48; hour += 4) {
      offsets.add(zone.getRules().getOffset(about.plusSeconds(hour * 3600L)).getTotalSeconds());
    }
    int highest = offsets.stream().mapToInt(offset -> offset).max().orElseThrow();
    Instant instant = about.minusSeconds(highest);
    while (LocalDateTime.ofInstant(instant, zone).isBefore(local)) {
      boolean near = !LocalDateTime.ofInstant(instant.plusSeconds(60), zone).isBefore(local);
      instant = instant.plusSeconds(near ? 1 : 60);
    }
    return instant;
  }
}
