package io.sluice.activation;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** Holds whether an intent is activated, and why. */
public sealed interface ActivationDecision {
  /** Formats why, with the revisions. */
  String because();

  /** Calls the branch of this kind. */
  <R> R match(Function<Activate, R> activate, Function<Keep, R> keep, Function<Hold, R> hold);

  /** The desired intent becomes the active one: snapshot and record are written in one write. */
  record Activate(ActivationRecord record, ActivationCause cause, String because)
      implements ActivationDecision {
    public Activate {
      requireNonNull(record, "record is null");
      requireNonNull(cause, "cause is null");
      requireNonNull(because, "because is null");
    }

    @Override
    public <R> R match(
        Function<Activate, R> activate, Function<Keep, R> keep, Function<Hold, R> hold) {
      return activate.apply(this);
    }
  }

  /**
   * The active intent stays; what is pending, if anything, is in the record.
   *
   * @param wakeup when to decide again, whatever happens
   */
  record Keep(ActivationRecord record, String because, Optional<Instant> wakeup)
      implements ActivationDecision {
    public Keep {
      requireNonNull(record, "record is null");
      requireNonNull(because, "because is null");
      requireNonNull(wakeup, "wakeup is null");
    }

    @Override
    public <R> R match(
        Function<Activate, R> activate, Function<Keep, R> keep, Function<Hold, R> hold) {
      return keep.apply(this);
    }
  }

  /** Active intent and record stay as they are, untouched, until something is repaired. */
  record Hold(String reason, String because) implements ActivationDecision {
    public Hold {
      requireNonNull(reason, "reason is null");
      requireNonNull(because, "because is null");
    }

    @Override
    public <R> R match(
        Function<Activate, R> activate, Function<Keep, R> keep, Function<Hold, R> hold) {
      return hold.apply(this);
    }
  }
}
