package io.sluice.rollout;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Words instants, durations and lists of names, the same way everywhere. */
public final class Wording {
  public static final int MOST_NAMES = 5;

  private static final int MOST_GROUPS = 5;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss'Z'").withZone(ZoneOffset.UTC);

  private Wording() {}

  /** {@code 10:20:00Z} on the day of {@code now}, {@code 2026-02-03T10:20:00Z} on another. */
  public static String at(Instant instant, Instant now) {
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
  public static String of(Duration duration) {
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
  public static String names(Collection<String> names) {
    return names(names, Function.identity());
  }

  /** The same, of things that have names. */
  public static <T> String names(Collection<T> things, Function<T, String> name) {
    return names(things, name, MOST_NAMES);
  }

  public static <T> String names(Collection<T> things, Function<T, String> name, int most) {
    String shown = things.stream().limit(most).map(name).collect(Collectors.joining(", "));
    int more = things.size() - most;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }

  /** What is said of each group, as far as it is short enough to be read to its end. */
  public static String groups(List<String> parts, String between, String rest) {
    int more = parts.size() - MOST_GROUPS;
    String shown = parts.stream().limit(MOST_GROUPS).collect(Collectors.joining(between));
    return more > 0
        ? shown + rest.formatted(more == 1 ? "1 more group" : more + " more groups")
        : shown;
  }

  public static String clusters(long number) {
    return number == 1 ? "1 cluster" : number + " clusters";
  }
}
