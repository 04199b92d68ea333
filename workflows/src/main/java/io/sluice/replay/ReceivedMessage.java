package io.sluice.replay;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * Holds a signal or an update that a run received.
 *
 * @param identity of the client that sent it, as the client named itself; may be empty
 * @param argument as JSON; empty if there was none, if it is not JSON, and for verdicts
 */
public record ReceivedMessage(
    Instant at, Kind kind, String name, String identity, Optional<String> argument) {
  public ReceivedMessage {
    requireNonNull(at, "at is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(name, "name is null");
    requireNonNull(identity, "identity is null");
    requireNonNull(argument, "argument is null");
  }

  /** Lists the kinds of messages. */
  public enum Kind {
    SIGNAL,
    /** One that was accepted: the history holds no refused ones. */
    UPDATE
  }
}
