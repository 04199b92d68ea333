package io.sluice.replay;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * Holds how a run was closed.
 *
 * @param failure the message of the failure, or why it was terminated
 */
public record RunEnd(Instant at, Status status, Optional<String> failure) {
  public RunEnd {
    requireNonNull(at, "at is null");
    requireNonNull(status, "status is null");
    requireNonNull(failure, "failure is null");
  }

  /** Lists how Temporal closes a run. */
  public enum Status {
    COMPLETED,
    FAILED,
    CANCELED,
    TERMINATED,
    TIMED_OUT,
    /** The attempt goes on in another run. */
    CONTINUED_AS_NEW
  }
}
