package io.sluice.schedule;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Problem;
import java.util.List;
import java.util.Optional;

/**
 * Holds what {@link ScheduleReader} read.
 *
 * @param value empty if there is a problem
 * @param problems all of them, sorted by path
 * @param warnings settings without an effect, a sentence or two each
 */
public record ScheduleReading<T>(Optional<T> value, List<Problem> problems, List<String> warnings) {
  public ScheduleReading {
    requireNonNull(value, "value is null");
    problems = Problem.sorted(problems);
    warnings = List.copyOf(warnings);
  }
}
