package io.sluice.schedule;

import static java.util.stream.Collectors.joining;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Reads a field of a cron expression as Kubernetes' CronJob does (between-waves C3): numbers,
 * names, ranges, steps and lists of them.
 */
enum CronField {
  MINUTE("minute", 0, 59, List.of()),
  HOUR("hour", 0, 23, List.of()),
  DAY_OF_MONTH("day of the month", 1, 31, List.of()),
  MONTH(
      "month",
      1,
      12,
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")),
  /** From Sunday, which is 0 and never 7. */
  DAY_OF_WEEK("day of the week", 0, 6, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat"));

  private static final Pattern PART =
      Pattern.compile("(?:([*?])|([0-9A-Za-z]+)(?:-([0-9A-Za-z]+))?)(?:/([0-9]{1,9}))?");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

  private final String label;
  private final int first;
  private final int last;
  private final List<String> names;

  CronField(String label, int first, int last, List<String> names) {
    this.label = label;
    this.first = first;
    this.last = last;
    this.names = names;
  }

  /**
   * Holds the values of a field.
   *
   * @param any whether it restricts nothing: a part of it is {@code *}, which a step above 1 is not
   *     any more
   */
  record Values(boolean any, SortedSet<Integer> values) {
    /** Writes it as a star, or as a list of numbers: in the one way that all readers agree on. */
    @Override
    public String toString() {
      return any ? "*" : values.stream().map(String::valueOf).collect(joining(","));
    }
  }

  /**
   * Reads the field.
   *
   * @throws IllegalArgumentException when it is none; the message says why
   */
  Values read(String text) {
    boolean any = false;
    SortedSet<Integer> values = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      Matcher matcher = PART.matcher(part);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("\"%s\" is no %s".formatted(part, label));
      }
      any |= matcher.group(1) != null && step(matcher) == 1;
      values.addAll(values(matcher));
    }
    return new Values(any, values);
  }

  private Collection<Integer> values(Matcher part) {
    int low = part.group(1) != null ? first : value(part.group(2));
    boolean open = part.group(1) != null || part.group(3) == null && part.group(4) != null;
    int high = open ? last : part.group(3) == null ? low : value(part.group(3));
    int step = step(part);
    if (low > high) {
      throw new IllegalArgumentException("\"%s\" ends before it begins".formatted(part.group()));
    }
    return IntStream.rangeClosed(0, (high - low) / step).mapToObj(i -> low + i * step).toList();
  }

  private static int step(Matcher part) {
    int step = part.group(4) == null ? 1 : Integer.parseInt(part.group(4));
    if (step == 0) {
      throw new IllegalArgumentException("\"%s\" has a step of 0".formatted(part.group()));
    }
    return step;
  }

  private int value(String text) {
    int name = names.indexOf(text.toLowerCase(Locale.ROOT));
    if (name >= 0) {
      return first + name;
    }
    int number = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : -1;
    if (number < first || number > last) {
      throw new IllegalArgumentException(
          "\"%s\" is no %s, which is %d to %d".formatted(text, label, first, last));
    }
    return number;
  }
}
