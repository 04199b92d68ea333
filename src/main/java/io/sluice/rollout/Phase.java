package io.sluice.rollout;

/** Lists the phases of an attempt (rollout-strategy 1.3). */
public enum Phase {
  PENDING("Pending"),
  PROGRESSING("Progressing"),
  SOAKING("Soaking"),
  WAITING_FOR_APPROVAL("WaitingForApproval"),
  PAUSED("Paused"),
  HALTED("Halted"),
  DONE("Done");

  private final String label;

  Phase(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /** Returns whether clusters run with the version, or soak. */
  public boolean underWay() {
    return this == PROGRESSING || this == SOAKING;
  }

  @Override
  public String toString() {
    return label;
  }
}
