package io.sluice.check;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Lists what an answer to a check says (between-waves K2). */
public enum CheckResult {
  @JsonProperty("passed")
  PASSED("passed"),
  @JsonProperty("failed")
  FAILED("failed"),
  /** It says neither, or nothing that can be read came within the time. */
  @JsonProperty("wait")
  WAIT("wait");

  private final String label;

  CheckResult(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
