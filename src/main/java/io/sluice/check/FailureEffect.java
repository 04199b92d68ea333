package io.sluice.check;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Lists what a failed check does (between-waves K3). */
public enum FailureEffect {
  /** Groups that have not begun wait until it passes, or a person lets it pass. */
  @JsonProperty("Hold")
  HOLD("Hold"),
  /** It is a breach of the group, which halts the attempt. */
  @JsonProperty("Halt")
  HALT("Halt");

  private final String label;

  FailureEffect(String label) {
    this.label = label;
  }

  /** The value of the field. */
  public String label() {
    return label;
  }
}
