package io.sluice.simulation;

/** Carries the script of a world in which something does not hold. */
final class Broken extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Script script;

  Broken(Script script, Throwable cause) {
    super(cause.toString(), cause);
    this.script = script;
  }

  Script script() {
    return script;
  }

  /** What does not hold: an invariant, or the kind of an exception. */
  String what() {
    return what(getCause());
  }

  static String what(Throwable cause) {
    return cause instanceof Violation violation
        ? violation.invariant().toString()
        : cause.getClass().getSimpleName();
  }
}
