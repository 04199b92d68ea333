package io.sluice.activation;

import java.util.Arrays;
import java.util.Optional;

/** Says what made an intent the active one (lazy-activation 1.2). */
public enum ActivationCause {
  CREATED("Created"),
  CONTENT_CHANGED("ContentChanged"),
  TARGETING_CHANGED("TargetingChanged"),
  REQUESTED("Requested"),
  /** It was active before Sluice kept a record. */
  ADOPTED("Adopted");

  private final String label;

  ActivationCause(String label) {
    this.label = label;
  }

  static Optional<ActivationCause> of(String label) {
    return Arrays.stream(values()).filter(cause -> cause.label.equals(label)).findFirst();
  }

  /** Returns the cause as records show it. */
  public String label() {
    return label;
  }

  @Override
  public String toString() {
    return label;
  }
}
