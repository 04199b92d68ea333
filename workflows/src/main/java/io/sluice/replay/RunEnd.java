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
    COMPLETED("Completed"),
    FAILED("Failed"),
    CANCELED("Canceled"),
    TERMINATED("Terminated"),
    TIMED_OUT("TimedOut"),
    /** The attempt goes on in another run. */
    CONTINUED_AS_NEW("ContinuedAsNew");

    private final String label;

    Status(String label) {
      this.label = label;
    }

    /** Returns the name that Temporal shows. */
    public String label() {
      return label;
    }
  }
}
