package io.sluice.hub.event;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Holds one thing that happened to an object.
 *
 * @param occasion such as a generation: each message is recorded once for it; absent: each time
 */
public record Occurrence(
    EventSubject subject,
    boolean warning,
    String reason,
    String message,
    Optional<String> occasion) {
  public Occurrence {
    requireNonNull(subject, "subject is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(message, "message is null");
    requireNonNull(occasion, "occasion is null");
  }

  /** Occurrences of one series share their Events. */
  public Series series() {
    return new Series(subject, reason);
  }

  /** Names an object and a reason: of these there is at most one Event in ten seconds. */
  public record Series(EventSubject subject, String reason) {}
}
