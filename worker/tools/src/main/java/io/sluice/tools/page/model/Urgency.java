package io.sluice.tools.page.model;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.status.RolloutCondition;
import java.util.List;
import java.util.Objects;

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
  public static Urgency of(RolloutStatus status) {
    String phase = Objects.requireNonNullElse(status.phase, "");
    if (phase.equals(Phase.HALTED.label()) || Outcome.FAILED.label().equals(status.outcome)) {
      return HALTED;
    }
    if (phase.equals(Phase.WAITING_FOR_APPROVAL.label())
        || phase.equals(Phase.PAUSED.label())
        || refused(status)) {
      return WAITS;
    }
    return phase.equals(Phase.DONE.label()) ? DONE : MOVING;
  }

  private static boolean refused(RolloutStatus status) {
    return Objects.requireNonNullElse(
            status.conditions, List.<io.fabric8.kubernetes.api.model.Condition>of())
        .stream()
        .anyMatch(
            condition ->
                RolloutCondition.ACCEPTED.equals(condition.getType())
                    && "False".equals(condition.getStatus()));
  }
}
