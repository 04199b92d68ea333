package io.sluice.gate;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Decides whether a ticket that nobody has used may stay on its replica (gate 4.4): only while the
 * attempt that gave it may still give clusters its version.
 *
 * @param dispatching the number of the open attempt, if it is of the present version, and neither
 *     paused nor to be aborted
 */
public record TicketRule(Optional<Long> dispatching) {
  public TicketRule {
    requireNonNull(dispatching, "dispatching is null");
  }

  /** Returns whether it is to be taken back. */
  public boolean takesBack(GateLabels labels) {
    return labels.open()
        && dispatching.filter(attempt -> labels.ticket().equals(attempt.toString())).isEmpty();
  }
}
