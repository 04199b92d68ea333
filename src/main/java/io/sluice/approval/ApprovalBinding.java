package io.sluice.approval;

import com.fasterxml.jackson.annotation.JsonValue;

/** Lists what an approval holds for (between-waves 4). */
public enum ApprovalBinding {
  /** The version that the policy's annotation names. */
  VERSION("Version"),
  /** The content that is rolled out. */
  CONTENT("Content"),
  /** Whatever is rolled out. */
  ANY("Any");

  private final String label;

  ApprovalBinding(String label) {
    this.label = label;
  }

  /** Returns its name in {@code spec.approvalRules[].boundTo}. */
  @JsonValue
  public String label() {
    return label;
  }
}
