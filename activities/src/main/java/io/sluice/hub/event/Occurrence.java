package io.sluice.hub.event;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Holds one thing that happened to an object.
 *
 * @param occasion such as a generation: each message is recorded once for it; absent: each time
 */
record Occurrence(
    EventSubject subject,
    boolean warning,
    String reason,
    String message,
    Optional<String> occasion) {
  Occurrence {
    requireNonNull(subject, "subject is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(message, "message is null");
    requireNonNull(occasion, "occasion is null");
  }

  /** Occurrences of one series share their Events. */
  Series series() {
    return new Series(subject, reason);
  }

  /** Names an object and a reason: of these there is at most one Event in ten seconds. */
  record Series(EventSubject subject, String reason) {}
}
