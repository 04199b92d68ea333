package io.sluice.simulation;

/** Reports that an invariant does not hold. */
final class InvariantViolation extends AssertionError {
  private static final long serialVersionUID = 1;

  private final Invariant invariant;

  InvariantViolation(Invariant invariant, String message) {
    super(invariant + ": " + message);
    this.invariant = invariant;
  }

  Invariant invariant() {
    return invariant;
  }
}
