package io.sluice.settings;

import java.util.Locale;

/** Lists what a process does: lead, run rollouts, or both. */
public enum Role {
  /** Leads while it holds the Lease, and runs no rollouts. */
  CONTROLLER("leads while it holds the Lease, and runs no rollouts"),
  /** Runs rollouts, and never leads. */
  WORKER("runs rollouts, and never leads"),
  ALL("runs rollouts, and leads while it holds the Lease");

  private final String description;

  Role(String description) {
    this.description = description;
  }

  /** Returns whether it may lead. */
  public boolean leads() {
    return this != WORKER;
  }

  /** Returns whether it asks Temporal for work. */
  public boolean runsRollouts() {
    return this != CONTROLLER;
  }

  /** Returns the value of {@code --role}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Describes it, to follow the name of a process. */
  public String description() {
    return description;
  }
}
