package io.sluice.rollout.strategy;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.SettingNode.ProblemCollector;
import java.util.List;
import java.util.Optional;

/**
 * Holds what was read of settings all of whose problems have one reason.
 *
 * @param value empty if there is a problem
 * @param problems all of them, sorted by path
 * @param warnings settings without an effect, a sentence or two each
 */
public record SettingsReading<T>(Optional<T> value, List<Problem> problems, List<String> warnings) {
  public SettingsReading {
    requireNonNull(value, "value is null");
    problems = Problem.sorted(problems);
    warnings = List.copyOf(warnings);
  }

  /** Holds what was read where nothing is wrong. */
  public static <T> SettingsReading<T> of(T value) {
    return new SettingsReading<>(Optional.of(value), List.of(), List.of());
  }

  /**
   * Holds what was read.
   *
   * @param collector has the problems, whatever their reason
   * @param reason that all of them get
   */
  public static <T> SettingsReading<T> of(T value, ProblemCollector collector, String reason) {
    List<Problem> problems =
        collector.problems().stream()
            .map(found -> new Problem(reason, found.path(), found.wrong(), found.remedy()))
            .toList();
    return new SettingsReading<>(
        Optional.of(value).filter(read -> problems.isEmpty()), problems, collector.warnings());
  }
}
