package io.sluice.simulator.spoke;

import java.util.Locale;

/** Names the compliance of a template or of a whole policy (policy-propagation 2.1). */
public enum SpokeState {
  COMPLIANT("Compliant"),
  PENDING("Pending"),
  NON_COMPLIANT("NonCompliant");

  private final String label;

  SpokeState(String label) {
    this.label = label;
  }

  /** Returns the state as it stands in a status. */
  public String label() {
    return label;
  }

  /** Parses the state from the start of a message, case ignored (policy-propagation 11.2). */
  static SpokeState ofMessage(String message) {
    String start = message.stripLeading().toLowerCase(Locale.ROOT);
    if (start.startsWith("compliant")) {
      return COMPLIANT;
    }
    return start.startsWith("pending") ? PENDING : NON_COMPLIANT;
  }
}
