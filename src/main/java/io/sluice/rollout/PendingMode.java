package io.sluice.rollout;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Lists what clusters run until their turn, and which component writes it (rollout-strategy 3.1).
 */
public enum PendingMode {
  /** Standalone: a cluster keeps the version it had, or nothing (mode K of the specification). */
  @JsonProperty("KeepPrevious")
  KEEP_PREVIOUS("KeepPrevious"),
  /** Standalone: a cluster has the new version as inform (mode I). */
  @JsonProperty("Inform")
  INFORM("Inform"),
  /** Beside OCM's propagator, which gives all clusters the new version as inform (mode B). */
  @JsonProperty("Beside")
  BESIDE("Beside");

  private final String label;

  PendingMode(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /** Returns true if all clusters get the new version as inform first. */
  public boolean informsFirst() {
    return this != KEEP_PREVIOUS;
  }

  @Override
  public String toString() {
    return label;
  }
}
