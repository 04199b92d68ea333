package io.sluice.replay;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * Holds a call of a run to the hub.
 *
 * @param argument of the type that the method takes
 * @param answer of the type that it returns; empty if it has none, failed, or was not answered when
 *     the history was read
 */
public record RecordedCall(
    String activity,
    Instant askedAt,
    Optional<Instant> answeredAt,
    Object argument,
    Optional<Object> answer) {
  public RecordedCall {
    requireNonNull(activity, "activity is null");
    requireNonNull(askedAt, "askedAt is null");
    requireNonNull(answeredAt, "answeredAt is null");
    requireNonNull(argument, "argument is null");
    requireNonNull(answer, "answer is null");
  }
}
