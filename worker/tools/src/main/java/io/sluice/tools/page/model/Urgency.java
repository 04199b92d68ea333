package io.sluice.tools.page.model;

import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.tools.status.ShownStatus;

/** Lists how soon a rollout needs a person, the soonest first. */
public enum Urgency {
  WAITS("Waits for a person"),
  HALTED("Halted"),
  MOVING("Under way"),
  DONE("Done");

  private final String title;

  Urgency(String title) {
    this.title = title;
  }

  /** Returns the heading of the rollouts that are as urgent. */
  public String title() {
    return title;
  }

  /** Returns how urgent a rollout is by its status. */
  public static Urgency of(ShownStatus rollout) {
    if (rollout.in(Phase.HALTED) || Outcome.FAILED.label().equals(rollout.status().outcome)) {
      return HALTED;
    }
    if (rollout.in(Phase.WAITING_FOR_APPROVAL)
        || rollout.in(Phase.PAUSED)
        || rollout.refusal().isPresent()) {
      return WAITS;
    }
    return rollout.in(Phase.DONE) ? DONE : MOVING;
  }
}
