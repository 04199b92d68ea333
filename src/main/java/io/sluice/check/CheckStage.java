package io.sluice.check;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Lists when a check is asked for a group (between-waves K1). */
public enum CheckStage {
  /** From when nothing else holds the group until its first cluster starts. */
  @JsonProperty("before")
  BEFORE("before"),
  /** From the first soak of the group to its end. */
  @JsonProperty("during")
  DURING("during");

  private final String label;

  CheckStage(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
