package io.sluice.tools.course;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Holds what Temporal keeps of an attempt.
 *
 * @param attempt empty if there is none, or Temporal is not at hand
 * @param note a sentence on what is missing; empty if nothing is
 */
public record Course(Optional<RecordedAttempt> attempt, Optional<String> note) {
  public Course {
    requireNonNull(attempt, "attempt is null");
    requireNonNull(note, "note is null");
  }

  static Course missing(String note) {
    return new Course(Optional.empty(), Optional.of(note));
  }
}
