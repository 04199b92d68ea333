package io.sluice.plan.strategy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads {@code maxFailures} and {@code maxConcurrency}: a number of clusters, or a whole percentage
 * (rollout-strategy 1.5).
 */
final class AmountReader {
  private static final Pattern PERCENTAGE = Pattern.compile("(100|[0-9]{1,2})%");
  private static final Pattern ANY_PERCENTAGE = Pattern.compile("-?[0-9]+%");
  private static final Pattern FRACTION = Pattern.compile("-?[0-9]+(\\.[0-9]+)?%");
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final Pattern NEGATIVE = Pattern.compile("-[0-9]+");

  private final Leniency leniency;
  private final Findings findings;

  AmountReader(Leniency leniency, Findings findings) {
    this.leniency = leniency;
    this.findings = findings;
  }

  /** Absent if it is not written, or if it is refused. */
  Optional<Amount> read(Setting setting) {
    if (setting.absent()) {
      return Optional.empty();
    }
    Optional<Long> number = WholeNumber.of(setting.value());
    if (number.isPresent()) {
      return count(setting, number.get());
    }
    return setting
        .text()
        .map(text -> text(setting, text))
        .orElseGet(
            () ->
                refuse(
                    setting,
                    Reason.BAD_NUMBER,
                    "not a whole number",
                    "Write a number of clusters, or a percentage such as \"25%\""));
  }

  private Optional<Amount> count(Setting setting, long number) {
    if (number < 0 && !leniency.forgives()) {
      return belowZero(setting);
    }
    return Optional.of(Amount.count(Math.max(0, number)));
  }

  private Optional<Amount> text(Setting setting, String text) {
    boolean forgiven = leniency.forgives() && ANY_PERCENTAGE.matcher(text).matches();
    if (forgiven || PERCENTAGE.matcher(text).matches()) {
      long percentage = WholeNumber.ofDigits(text.substring(0, text.length() - 1));
      return Optional.of(Amount.percent(Math.max(0, Math.min(percentage, 100))));
    }
    if (DIGITS.matcher(text).matches()) {
      return quoted(setting, WholeNumber.ofDigits(text));
    }
    return NEGATIVE.matcher(text).matches() ? belowZero(setting) : noPercentage(setting, text);
  }

  private Optional<Amount> quoted(Setting setting, long number) {
    return refuse(
        setting,
        Reason.QUOTED_INTEGER,
        "a number in quotes",
        "Write %d, or a percentage such as \"%d%%\"".formatted(number, Math.min(number, 100)));
  }

  private Optional<Amount> belowZero(Setting setting) {
    return refuse(setting, Reason.BAD_NUMBER, "below zero", "Write 0 or more");
  }

  private Optional<Amount> noPercentage(Setting setting, String text) {
    String wanted =
        FRACTION.matcher(text).matches()
            ? "\"%d%%\"".formatted(nearest(text))
            : "one such as \"25%\"";
    return refuse(
        setting,
        Reason.BAD_NUMBER,
        "not a whole percentage from 0% to 100%",
        "Write %s, or a number of clusters".formatted(wanted));
  }

  /** The whole percentage that comes nearest from above, as OCM rounds: 33.3% -> 34. */
  private static long nearest(String text) {
    BigDecimal percentage = new BigDecimal(text.substring(0, text.length() - 1));
    return percentage
        .setScale(0, RoundingMode.CEILING)
        .max(BigDecimal.ZERO)
        .min(BigDecimal.valueOf(100))
        .longValue();
  }

  private Optional<Amount> refuse(Setting setting, Reason reason, String wrong, String remedy) {
    findings.refuse(setting.problem(reason, wrong, remedy));
    return Optional.empty();
  }
}
