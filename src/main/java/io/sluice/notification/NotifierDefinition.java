package io.sluice.notification;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.LabelSelector;
import java.util.Map;
import java.util.Optional;

/**
 * Holds a RolloutNotifier: whom to tell what of the Rollouts of its namespace (between-waves 5).
 *
 * @param policySelector labels of the policies, or of the templates, whose Rollouts it is about;
 *     absent: all
 */
public record NotifierDefinition(NotificationRule rule, Optional<LabelSelector> policySelector) {
  public NotifierDefinition {
    requireNonNull(rule, "rule is null");
    requireNonNull(policySelector, "policySelector is null");
  }

  /** Returns whether it is about the Rollout of what has these labels. */
  public boolean selects(Map<String, String> labels) {
    return policySelector.map(selector -> selector.matches(labels)).orElse(true);
  }
}
