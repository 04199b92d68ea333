package io.sluice.hub.event;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * Holds one thing that happened to an object.
 *
 * @param at when it happened, which is the time of its Event
 * @param occasion such as a generation: each message is recorded once for it; absent: each time
 */
public record Occurrence(
    EventSubject subject,
    boolean warning,
    String reason,
    String message,
    Instant at,
    Optional<String> occasion) {
  public Occurrence {
    requireNonNull(at, "at is null");
    requireNonNull(subject, "subject is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(message, "message is null");
    requireNonNull(occasion, "occasion is null");
  }

  /** Occurrences of one series share their Events. */
  public Series series() {
    return new Series(subject, reason);
  }

  /** What is recorded once, whenever it is told again; empty where each time is recorded. */
  Optional<Once> once() {
    return occasion.map(named -> new Once(series(), warning, message, named));
  }

  /** Names what is recorded once for an occasion. */
  record Once(Series series, boolean warning, String message, String occasion) {}

  /** Names an object and a reason: of these there is at most one Event in ten seconds. */
  public record Series(EventSubject subject, String reason) {}
}
