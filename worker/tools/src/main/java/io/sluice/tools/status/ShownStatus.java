package io.sluice.tools.status;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.Condition;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Phase;
import io.sluice.rollout.lifecycle.FieldAdvice;
import io.sluice.status.RolloutCondition;
import java.util.List;
import java.util.Optional;

/** Derives from the status of a rollout what commands and pages show alike. */
public interface ShownStatus {
  /** Returns the status; its fields are null where it lacks them. */
  RolloutStatus status();

  /** Returns whether it is in that phase. */
  default boolean in(Phase phase) {
    return phase.label().equals(status().phase);
  }

  /** Returns the phase, or at the end the outcome; empty while there is no rollout. */
  default Optional<String> result() {
    return Optional.ofNullable(status().outcome)
        .filter(outcome -> in(Phase.DONE))
        .or(() -> Optional.ofNullable(status().phase));
  }

  /**
   * Returns what the rollout waits for, or why there is nothing to wait for; without the fields to
   * set, in whose place commands name commands, and pages have buttons.
   */
  default String waitingFor() {
    return FieldAdvice.without(requireNonNullElse(status().waitingFor, ""));
  }

  /** Returns the conditions that are false, and that are no summary of the rest of the status. */
  default List<Condition> unmet() {
    return requireNonNullElse(status().conditions, List.<Condition>of()).stream()
        .filter(condition -> "False".equals(condition.getStatus()))
        .filter(condition -> !RolloutCondition.OVERRIDE_RELEASED.equals(condition.getType()))
        .filter(condition -> !RolloutCondition.DERIVED.contains(condition.getType()))
        .toList();
  }

  /** Returns why the settings are refused; empty if they are accepted. */
  default Optional<String> refusal() {
    return unmet().stream()
        .filter(condition -> RolloutCondition.ACCEPTED.equals(condition.getType()))
        .findFirst()
        .map(condition -> requireNonNullElse(condition.getMessage(), "The settings are refused."));
  }

  /** Returns the clusters of all groups. */
  default Counts counts() {
    return requireNonNullElse(status().counts, Counts.ZERO);
  }

  /** Returns the clusters that need attention. */
  default List<RolloutStatus.Issue> issues() {
    return requireNonNullElse(status().exceptions, List.of());
  }

  /** Returns the approvals that count. */
  default List<RolloutStatus.Approval> approvals() {
    return requireNonNullElse(status().approvals, List.<RolloutStatus.Approval>of()).stream()
        .filter(ApprovalOrigin::counts)
        .toList();
  }

  /** Returns the former attempts, the newest first. */
  default List<RolloutStatus.Former> former() {
    return requireNonNullElse(status().history, List.of());
  }

  /** Names a group; with its placement where there are several, which may have the same names. */
  default String label(RolloutStatus.Group group) {
    boolean several =
        requireNonNullElse(status().decisionGroups, List.<RolloutStatus.Group>of()).stream()
            .anyMatch(other -> !other.placement().equals(group.placement()));
    return several ? group.placement() + "/" + group.key().label() : group.key().label();
  }
}
