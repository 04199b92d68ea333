package io.sluice.activation;

import static java.util.Objects.requireNonNull;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * Holds what a person wrote to have a pending change activated (lazy-activation 4.5).
 *
 * @param revision only this revision is released
 * @param at from this instant on; what becomes pending later waits again
 * @param unreadable what was written for an instant and is none
 */
public record ActivationRelease(
    Optional<String> revision, Optional<Instant> at, Optional<String> unreadable) {
  public static final ActivationRelease NONE =
      new ActivationRelease(Optional.empty(), Optional.empty(), Optional.empty());

  public ActivationRelease {
    requireNonNull(revision, "revision is null");
    requireNonNull(at, "at is null");
    requireNonNull(unreadable, "unreadable is null");
  }

  /** Reads both values as they are written; an instant is that of RFC 3339, with its zone. */
  public static ActivationRelease of(Optional<String> revision, Optional<String> at) {
    if (at.isEmpty()) {
      return new ActivationRelease(revision, Optional.empty(), Optional.empty());
    }
    try {
      Instant instant = OffsetDateTime.parse(at.get()).toInstant();
      return new ActivationRelease(revision, Optional.of(instant), Optional.empty());
    } catch (DateTimeException e) {
      return new ActivationRelease(revision, Optional.empty(), at);
    }
  }

  /** Returns whether the instant has passed, and was not used before. */
  boolean due(Optional<Instant> used, Instant now) {
    return at.isPresent() && !at.get().isAfter(now) && !at.equals(used);
  }

  /**
   * Returns the instant that released, or passed, last.
   *
   * @param before that of the former decision
   */
  public Optional<Instant> used(Optional<Instant> before, Instant now) {
    return at.filter(instant -> !instant.isAfter(now)).or(() -> before);
  }

  /** Returns the instant to wait for, if any. */
  public Optional<Instant> coming(Instant now) {
    return at.filter(instant -> instant.isAfter(now));
  }

  boolean names(String pending) {
    return revision.isEmpty() || revision.get().equals(pending);
  }
}
