package io.sluice.strategy;

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

  private final ParseMode leniency;
  private final ProblemCollector findings;

  AmountReader(ParseMode leniency, ProblemCollector findings) {
    this.leniency = leniency;
    this.findings = findings;
  }

  /** Absent if it is not written, or if it is refused. */
  Optional<Amount> read(SettingNode setting) {
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
                    RefusalReason.BAD_NUMBER,
                    "not a whole number",
                    "Write a number of clusters, or a percentage such as \"25%\""));
  }

  private Optional<Amount> count(SettingNode setting, long number) {
    if (number < 0 && !leniency.forgives()) {
      return belowZero(setting);
    }
    return Optional.of(Amount.count(Math.max(0, number)));
  }

  private Optional<Amount> text(SettingNode setting, String text) {
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

  private Optional<Amount> quoted(SettingNode setting, long number) {
    return refuse(
        setting,
        RefusalReason.QUOTED_INTEGER,
        "a number in quotes",
        "Write %d, or a percentage such as \"%d%%\"".formatted(number, Math.min(number, 100)));
  }

  private Optional<Amount> belowZero(SettingNode setting) {
    return refuse(setting, RefusalReason.BAD_NUMBER, "below zero", "Write 0 or more");
  }

  private Optional<Amount> noPercentage(SettingNode setting, String text) {
    String wanted =
        FRACTION.matcher(text).matches()
            ? "\"%d%%\"".formatted(nearest(text))
            : "one such as \"25%\"";
    return refuse(
        setting,
        RefusalReason.BAD_NUMBER,
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

  private Optional<Amount> refuse(
      SettingNode setting, RefusalReason reason, String wrong, String remedy) {
    findings.refuse(setting.problem(reason, wrong, remedy));
    return Optional.empty();
  }
}
