package io.sluice.strategy;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code minSuccessTime} and {@code progressDeadline} (rollout-strategy 1.5). */
final class DurationReader {
  private static final Pattern DURATION =
      Pattern.compile("(?:([0-9]{1,6})h)?(?:([0-9]{1,6})m)?(?:([0-9]{1,6})s)?");

  private final ParseMode leniency;
  private final ProblemCollector findings;

  DurationReader(ParseMode leniency, ProblemCollector findings) {
    this.leniency = leniency;
    this.findings = findings;
  }

  /** Zero if it is not written. */
  Duration soak(SettingNode setting) {
    if (setting.absent() || "0".equals(setting.value())) {
      return Duration.ZERO;
    }
    return read(setting, "0").orElse(Duration.ZERO);
  }

  /** Absent, that is never, if it is not written. */
  Optional<Duration> deadline(SettingNode setting) {
    boolean forgiven = leniency.forgives() && "".equals(setting.value());
    if (setting.absent() || forgiven || "None".equals(setting.value())) {
      return Optional.empty();
    }
    return read(setting, "None");
  }

  private Optional<Duration> read(SettingNode setting, String word) {
    Optional<Duration> duration = setting.text().flatMap(DurationReader::parse);
    if (duration.isEmpty()) {
      findings.refuse(
          setting.problem(
              RefusalReason.BAD_DURATION,
              "not a duration",
              "Write one such as \"1h30m\", \"10m\" or \"90s\", or \"%s\"".formatted(word)));
    }
    return duration;
  }

  private static Optional<Duration> parse(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (text.isEmpty() || !matcher.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        Duration.ofHours(part(matcher, 1))
            .plusMinutes(part(matcher, 2))
            .plusSeconds(part(matcher, 3)));
  }

  private static long part(Matcher matcher, int group) {
    return matcher.group(group) == null ? 0 : Long.parseLong(matcher.group(group));
  }
}
