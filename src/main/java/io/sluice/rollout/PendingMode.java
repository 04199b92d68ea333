package io.sluice.rollout;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Lists what clusters run until their turn, and who brings it to them (rollout-strategy 3.1). */
public enum PendingMode {
  /** K: standalone; a cluster keeps the version it had, or nothing. */
  @JsonProperty("KeepPrevious")
  KEEP_PREVIOUS("KeepPrevious"),
  /** I: standalone; a cluster has the new version, as inform. */
  @JsonProperty("Inform")
  INFORM("Inform"),
  /** B: beside the propagator, which gives everyone the new version, as inform. */
  @JsonProperty("Beside")
  BESIDE("Beside");

  private final String word;

  PendingMode(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }

  /** True when everyone gets the new version as inform first. */
  public boolean informsFirst() {
    return this != KEEP_PREVIOUS;
  }

  @Override
  public String toString() {
    return word;
  }
}
