package io.sluice.control.rollout;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * Reports what became of an override.
 *
 * @param waitingFor why no attempt may start yet, as a sentence
 * @param again when to reconcile again without a change on the hub
 * @param propagator whether it is OCM's propagator that is waited for
 */
public record OverrideResult(
    Optional<String> waitingFor, Optional<Instant> again, boolean propagator) {
  public OverrideResult {
    requireNonNull(waitingFor, "waitingFor is null");
    requireNonNull(again, "again is null");
  }

  /** The override is as it is to be. */
  public static final OverrideResult SETTLED =
      new OverrideResult(Optional.empty(), Optional.empty(), false);

  /** Returns the same with other words for what is waited for. */
  public OverrideResult saying(String words) {
    return new OverrideResult(Optional.of(words), again, propagator);
  }
}
