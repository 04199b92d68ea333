package io.sluice.policy;

import java.util.Optional;

/** Lists what a spoke can say of a policy or of one of its templates. */
public enum Compliance {
  COMPLIANT("Compliant"),
  PENDING("Pending"),
  NON_COMPLIANT("NonCompliant");

  private final String word;

  Compliance(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }

  /** The compliance of that word; empty for an absent or unfamiliar one, which means unknown. */
  public static Optional<Compliance> ofWord(String word) {
    for (Compliance compliance : values()) {
      if (compliance.word.equals(word)) {
        return Optional.of(compliance);
      }
    }
    return Optional.empty();
  }
}
