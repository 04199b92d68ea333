package io.sluice.plan;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Words instants, durations and lists of names, the same way everywhere. */
final class Texts {
  private static final int MOST_NAMES = 5;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss'Z'").withZone(ZoneOffset.UTC);

  private Texts() {}

  /** {@code 10:20:00Z} on the day of {@code now}, {@code 2026-02-03T10:20:00Z} on another. */
  static String at(Instant instant, Instant now) {
    Instant shown = roundedUp(instant);
    return sameDay(shown, now) ? TIME.format(shown) : shown.toString();
  }

  /** Rounded up: a deadline told too early would look missed while it still runs. */
  private static Instant roundedUp(Instant instant) {
    Instant floor = instant.truncatedTo(ChronoUnit.SECONDS);
    return floor.equals(instant) ? floor : floor.plusSeconds(1);
  }

  private static boolean sameDay(Instant left, Instant right) {
    return left.truncatedTo(ChronoUnit.DAYS).equals(right.truncatedTo(ChronoUnit.DAYS));
  }

  /** {@code 1h30m}, as a strategy spells it. */
  static String of(Duration duration) {
    StringBuilder text = new StringBuilder();
    append(text, duration.toHours(), "h");
    append(text, duration.toMinutesPart(), "m");
    append(text, duration.toSecondsPart(), "s");
    return text.length() == 0 ? "0s" : text.toString();
  }

  private static void append(StringBuilder text, long number, String unit) {
    if (number != 0) {
      text.append(number).append(unit);
    }
  }

  /** At most five names, then {@code and n more}. */
  static String names(Collection<String> names) {
    return names(names, Function.identity());
  }

  /** The same, of things that have names. */
  static <T> String names(Collection<T> things, Function<T, String> name) {
    String shown = things.stream().limit(MOST_NAMES).map(name).collect(Collectors.joining(", "));
    int more = things.size() - MOST_NAMES;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }

  static String clusters(long number) {
    return number == 1 ? "1 cluster" : number + " clusters";
  }
}
