package io.sluice.policy;

import java.util.Optional;

/** Lists what a spoke can say of a policy or of one of its templates. */
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

  /** The compliance of that label; empty for an absent or unfamiliar one, which means unknown. */
  public static Optional<Compliance> ofLabel(String label) {
    for (Compliance compliance : values()) {
      if (compliance.label.equals(label)) {
        return Optional.of(compliance);
      }
    }
    return Optional.empty();
  }
}
