package io.sluice.strategy;

import io.sluice.policy.Problem;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Refuses {@code timeout}, the former name of {@code progressDeadline}, and translates what it said
 * (rollout-strategy 1.6, TimeoutRenamed).
 */
final class LegacyTimeout {
  private static final String PART =
      "([0-9]{1,6})\\s*(h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?)";
  private static final Pattern PARTS = Pattern.compile(PART, Pattern.CASE_INSENSITIVE);
  private static final Pattern ALL =
      Pattern.compile("(\\s*" + PART + ")+\\s*", Pattern.CASE_INSENSITIVE);

  private LegacyTimeout() {}

  static Problem problem(SettingNode setting) {
    String remedy =
        setting
            .text()
            .flatMap(LegacyTimeout::translated)
            .map("Write progressDeadline: %s"::formatted)
            .orElse("Write progressDeadline, such as progressDeadline: 10m");
    return setting.problem(
        RefusalReason.TIMEOUT_RENAMED, "the former name of this setting", remedy);
  }

  /** {@code 50min} -> {@code 50m}. */
  private static Optional<String> translated(String text) {
    if (text.equals("None")) {
      return Optional.of(text);
    }
    if (!ALL.matcher(text).matches()) {
      return Optional.empty();
    }
    return Optional.of(
        PARTS.matcher(text).results().map(LegacyTimeout::part).collect(Collectors.joining()));
  }

  private static String part(MatchResult part) {
    return part.group(1) + part.group(2).substring(0, 1).toLowerCase(Locale.ROOT);
  }
}
