package io.sluice.rollout;

/** Lists where an attempt can stand (rollout-strategy 1.3). */
public enum Phase {
  PENDING("Pending"),
  PROGRESSING("Progressing"),
  SOAKING("Soaking"),
  WAITING_FOR_APPROVAL("WaitingForApproval"),
  PAUSED("Paused"),
  HALTED("Halted"),
  DONE("Done");

  private final String word;

  Phase(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }

  @Override
  public String toString() {
    return word;
  }
}
