package io.sluice.hub.gate;

import static java.util.Objects.requireNonNull;

/** Holds what the hub answered to a probe. */
public record ProbeAnswer(GateProbe probe, Result result) {
  public ProbeAnswer {
    requireNonNull(probe, "probe is null");
    requireNonNull(result, "result is null");
  }

  /** Says what became of a probe. */
  public enum Result {
    /** No policy of admission refuses it. */
    ACCEPTED("accepted"),

    /** Refused by the gate until the turn of its cluster. */
    HELD("held"),

    /** Refused by the gate, as the worker may not write it. */
    CONFINED("refused to the worker"),

    /** Anything else, also no answer: it shows nothing about the gate. */
    FAILED("failed");

    private final String label;

    Result(String label) {
      this.label = label;
    }

    /** Returns the word for people. */
    public String label() {
      return label;
    }
  }

  /** Returns whether it is the one of a gate that stands. */
  public boolean asExpected() {
    return result == probe.expected();
  }
}
