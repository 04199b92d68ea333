package io.sluice.policy;

import java.util.Optional;

/** Lists the compliance values that a spoke reports for a policy or a template. */
public enum Compliance {
  COMPLIANT("Compliant"),
  PENDING("Pending"),
  NON_COMPLIANT("NonCompliant");

  private final String label;

  Compliance(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /** Returns the compliance with this label; empty for any other text, which means unknown. */
  public static Optional<Compliance> ofLabel(String label) {
    for (Compliance compliance : values()) {
      if (compliance.label.equals(label)) {
        return Optional.of(compliance);
      }
    }
    return Optional.empty();
  }
}
