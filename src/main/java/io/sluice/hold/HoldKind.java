package io.sluice.hold;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Lists what may keep clusters from starting, in the order in which it is asked (between-waves H1).
 */
public enum HoldKind {
  @JsonProperty("refusal")
  REFUSAL("Refusal"),
  @JsonProperty("halt")
  HALT("Halt"),
  @JsonProperty("pause")
  PAUSE("Pause"),
  @JsonProperty("order")
  ORDER("Order"),
  @JsonProperty("approval")
  APPROVAL("Approval"),
  @JsonProperty("calendar")
  CALENDAR("Calendar"),
  @JsonProperty("check")
  CHECK("Check");

  private final String label;

  HoldKind(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /** Returns whether time, or evidence from elsewhere, lets clusters go: nobody has to act. */
  public boolean closes() {
    return this == CALENDAR || this == CHECK;
  }
}
