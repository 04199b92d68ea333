package io.sluice.rollout;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Formats instants, durations and lists of names, the same way everywhere. */
public final class Wording {
  public static final int MAX_NAMES = 5;

  private static final int MAX_GROUPS = 5;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss'Z'").withZone(ZoneOffset.UTC);

  private Wording() {}

  /** Formats {@code 10:20:00Z} on the day of {@code now}, else {@code 2026-02-03T10:20:00Z}. */
  public static String at(Instant instant, Instant now) {
    Instant shown = roundedUp(instant);
    return sameDay(shown, now) ? TIME.format(shown) : shown.toString();
  }

  /** Rounds up, so that a deadline never looks missed while it still runs. */
  private static Instant roundedUp(Instant instant) {
    Instant floor = instant.truncatedTo(ChronoUnit.SECONDS);
    return floor.equals(instant) ? floor : floor.plusSeconds(1);
  }

  private static boolean sameDay(Instant left, Instant right) {
    return left.truncatedTo(ChronoUnit.DAYS).equals(right.truncatedTo(ChronoUnit.DAYS));
  }

  /** Formats {@code 1h30m}, as in a strategy. */
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

  /** Joins at most five names, then {@code and n more}. */
  public static String names(Collection<String> names) {
    return names(names, Function.identity());
  }

  /** Joins the names of these things, at most five. */
  public static <T> String names(Collection<T> things, Function<T, String> name) {
    return names(things, name, MAX_NAMES);
  }

  public static <T> String names(Collection<T> things, Function<T, String> name, int most) {
    String shown = things.stream().limit(most).map(name).collect(Collectors.joining(", "));
    int more = things.size() - most;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }

  /** Joins at most five texts about groups; {@code rest} formats the number of the others. */
  public static String groups(List<String> parts, String between, String rest) {
    int more = parts.size() - MAX_GROUPS;
    String shown = parts.stream().limit(MAX_GROUPS).collect(Collectors.joining(between));
    return more > 0
        ? shown + rest.formatted(more == 1 ? "1 more group" : more + " more groups")
        : shown;
  }

  public static String clusters(long number) {
    return number == 1 ? "1 cluster" : number + " clusters";
  }

  /** Formats who asked for something: {@code sluice:ann}, a field manager, is {@code ann}. */
  public static String person(String by) {
    return by.substring(
        by.startsWith("sluice:") || by.startsWith("verified:") ? by.indexOf(':') + 1 : 0);
  }

  /** Returns the text with a capital at its beginning. */
  public static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
