package io.sluice.rollout.strategy;

import static io.sluice.rollout.strategy.Refusal.Reason.BAD_DURATION;
import static io.sluice.rollout.strategy.Refusal.Reason.BAD_NUMBER;
import static io.sluice.rollout.strategy.Refusal.Reason.QUOTED_INTEGER;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads single values: amounts of clusters, durations, whole numbers (rollout-strategy 1.5). */
public final class ScalarReader {
  private static final Pattern PERCENTAGE = Pattern.compile("(100|[0-9]{1,2})%");
  private static final Pattern ANY_PERCENTAGE = Pattern.compile("-?[0-9]+%");
  private static final Pattern FRACTION = Pattern.compile("-?[0-9]+(\\.[0-9]+)?%");
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final Pattern NEGATIVE = Pattern.compile("-[0-9]+");
  private static final Pattern DURATION =
      Pattern.compile("(?:([0-9]{1,6})h)?(?:([0-9]{1,6})m)?(?:([0-9]{1,6})s)?");

  private static final BigInteger LOWEST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger HIGHEST = BigInteger.valueOf(Long.MAX_VALUE);

  private ScalarReader() {}

  /** A number of clusters or a whole percentage; empty if it is absent or refused. */
  static Optional<Amount> amount(SettingNode node) {
    if (node.absent()) {
      return Optional.empty();
    }
    Optional<Long> number = wholeNumber(node.value());
    if (number.isPresent()) {
      return number.get() < 0 && !node.lenient()
          ? belowZero(node)
          : Optional.of(Amount.count(Math.max(0, number.get())));
    }
    return node.text().isPresent()
        ? amount(node, node.text().get())
        : node.refuse(
            BAD_NUMBER,
            "not a whole number",
            "Write a number of clusters, or a percentage such as \"25%\"");
  }

  private static Optional<Amount> amount(SettingNode node, String text) {
    Pattern accepted = node.lenient() ? ANY_PERCENTAGE : PERCENTAGE;
    if (accepted.matcher(text).matches()) {
      long percentage = inRange(new BigInteger(text.substring(0, text.length() - 1)));
      return Optional.of(Amount.percent(Math.max(0, Math.min(percentage, 100))));
    }
    if (DIGITS.matcher(text).matches()) {
      long number = inRange(new BigInteger(text));
      return node.refuse(
          QUOTED_INTEGER,
          "a number in quotes",
          "Write %d, or a percentage such as \"%d%%\"".formatted(number, Math.min(number, 100)));
    }
    if (NEGATIVE.matcher(text).matches()) {
      return belowZero(node);
    }
    return node.refuse(
        BAD_NUMBER,
        "not a whole percentage from 0% to 100%",
        "Write %s, or a number of clusters"
            .formatted(
                FRACTION.matcher(text).matches()
                    ? "\"%d%%\"".formatted(roundedUp(text))
                    : "one such as \"25%\""));
  }

  static <T> Optional<T> belowZero(SettingNode node) {
    return node.refuse(BAD_NUMBER, "below zero", "Write 0 or more");
  }

  /** The next whole percentage from 0 to 100, as OCM rounds: {@code 33.3%} -> 34. */
  private static long roundedUp(String text) {
    return new BigDecimal(text.substring(0, text.length() - 1))
        .setScale(0, RoundingMode.CEILING)
        .max(BigDecimal.ZERO)
        .min(BigDecimal.valueOf(100))
        .longValue();
  }

  /** A {@code minSuccessTime}; zero if it is absent or refused. */
  static Duration soak(SettingNode node) {
    if (node.absent() || "0".equals(node.value())) {
      return Duration.ZERO;
    }
    return duration(node, "0").orElse(Duration.ZERO);
  }

  /** A {@code progressDeadline}; empty, that is never, if it is absent or refused. */
  static Optional<Duration> deadline(SettingNode node) {
    boolean forgiven = node.lenient() && "".equals(node.value());
    if (node.absent() || forgiven || "None".equals(node.value())) {
      return Optional.empty();
    }
    return duration(node, "None");
  }

  private static Optional<Duration> duration(SettingNode node, String none) {
    return node.text()
        .flatMap(ScalarReader::duration)
        .or(
            () ->
                node.refuse(
                    BAD_DURATION,
                    "not a duration",
                    "Write one such as \"1h30m\", \"10m\" or \"90s\", or \"%s\"".formatted(none)));
  }

  /**
   * Returns a duration from one length to another; empty if it is absent or refused.
   *
   * @param range which lengths are accepted, as {@code from 10s to 24h}
   */
  public static Optional<Duration> duration(
      SettingNode node,
      String reason,
      Duration least,
      Duration most,
      String range,
      String example) {
    return node.absent()
        ? Optional.empty()
        : node.text()
            .flatMap(ScalarReader::duration)
            .filter(length -> length.compareTo(least) >= 0 && length.compareTo(most) <= 0)
            .or(
                () ->
                    node.refuse(
                        reason,
                        "not a duration " + range,
                        "Write one such as \"%s\"".formatted(example)));
  }

  /** Returns a whole number from one to another; empty if it is refused. */
  public static Optional<Integer> number(
      SettingNode node, String reason, int least, int most, int example) {
    return wholeNumber(node.value())
        .filter(number -> number >= least && number <= most)
        .map(Long::intValue)
        .or(
            () ->
                node.refuse(
                    reason,
                    "not a whole number from %d to %d".formatted(least, most),
                    "Write one such as %d".formatted(example)));
  }

  /** Parses a duration such as {@code 90s}, {@code 10m} or {@code 1h30m}; empty if it is none. */
  public static Optional<Duration> duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    return text.isEmpty() || !matcher.matches()
        ? Optional.empty()
        : Optional.of(
            Duration.ofHours(part(matcher, 1))
                .plusMinutes(part(matcher, 2))
                .plusSeconds(part(matcher, 3)));
  }

  private static long part(Matcher matcher, int group) {
    return matcher.group(group) == null ? 0 : Long.parseLong(matcher.group(group));
  }

  /** The integer, clamped to the range of {@code long}; {@code 3.0} is {@code 3}, as in JSON. */
  public static Optional<Long> wholeNumber(Object value) {
    if (value instanceof BigInteger integer) {
      return Optional.of(inRange(integer));
    }
    if (value instanceof Long || value instanceof Integer) {
      return Optional.of(((Number) value).longValue());
    }
    return value instanceof Double number && Double.isFinite(number) && number == Math.rint(number)
        ? Optional.of(inRange(BigDecimal.valueOf(number).toBigInteger()))
        : Optional.empty();
  }

  private static long inRange(BigInteger integer) {
    return integer.max(LOWEST).min(HIGHEST).longValue();
  }
}
