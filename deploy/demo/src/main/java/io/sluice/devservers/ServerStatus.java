package io.sluice.devservers;

/** Reports the condition of one server. */
public record ServerStatus(Program program, Condition condition, String details) {
  /** Returns whether the server is as it should be. */
  public boolean good() {
    return condition == Condition.READY || condition == Condition.STOPPED && !program.required();
  }

  /** What was found. */
  public enum Condition {
    /** It answers. */
    READY,
    /** The process is there but does not answer. */
    UNREADY,
    /** It ended on its own. */
    ENDED,
    /** It was not started, or was stopped on purpose. */
    STOPPED
  }
}
