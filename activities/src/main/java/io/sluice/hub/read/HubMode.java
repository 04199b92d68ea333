package io.sluice.hub.read;

/** Lists how Sluice works on a hub (policy-propagation 1). */
public enum HubMode {
  /** Alone: Sluice writes replicas and statuses, and OCM's propagator is off. */
  STANDALONE("Standalone"),
  /** Beside OCM's propagator, by selective enforcement: Sluice writes neither. */
  BESIDE("Beside");

  private final String label;

  HubMode(String label) {
    this.label = label;
  }

  /** Returns the value of {@code --mode}. */
  public String label() {
    return label;
  }

  /** Returns whether OCM's propagator writes the replicas. */
  public boolean beside() {
    return this == BESIDE;
  }
}
