package io.sluice.simulation;

/** Carries the script of a simulation that breaks an invariant. */
final class ScriptFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient SimulationScript script;

  ScriptFailure(SimulationScript script, Throwable cause) {
    super(cause.toString(), cause);
    this.script = script;
  }

  SimulationScript script() {
    return script;
  }

  /** Returns what failed: an invariant, or the class of an exception. */
  String what() {
    return what(getCause());
  }

  static String what(Throwable cause) {
    return cause instanceof InvariantViolation violation
        ? violation.invariant().toString()
        : cause.getClass().getSimpleName();
  }
}
