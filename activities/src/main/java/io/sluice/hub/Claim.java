package io.sluice.hub;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.plan.HubView;
import io.sluice.workflow.AttemptRef;
import java.util.Map;
import java.util.Optional;

/** Compares an attempt with the one that the Rollout object names (rollout-strategy 3.2). */
final class Claim {
  private Claim() {}

  static HubView.Claim of(AttemptRef attempt, Optional<GenericKubernetesResource> rollout) {
    if (rollout.isEmpty()) {
      return HubView.Claim.DELETED;
    }
    return held(attempt, rollout.get()) ? HubView.Claim.HELD : HubView.Claim.LOST;
  }

  static boolean held(AttemptRef attempt, GenericKubernetesResource rollout) {
    Map<String, Object> status = RolloutObjects.status(rollout);
    return attempt.rolloutUid().equals(status.get("rolloutUID"))
        && attempt.attempt() == HubObjects.number(status, "attempt");
  }

  /** Why the attempt may not take the object; empty when it may, or has it already. */
  static Optional<String> objection(AttemptRef attempt, GenericKubernetesResource rollout) {
    if (!Owner.mayBe(rollout, attempt.version().policyUid())) {
      return Optional.of("the Rollout object belongs to another policy of that name");
    }
    long present = HubObjects.number(RolloutObjects.status(rollout), "attempt");
    return held(attempt, rollout) || present == attempt.attempt() - 1
        ? Optional.empty()
        : Optional.of(
            "the Rollout object is at attempt %d, so attempt %d cannot take it"
                .formatted(present, attempt.attempt()));
  }

  static String whyLost(Optional<GenericKubernetesResource> rollout) {
    return rollout
        .map(
            object ->
                "the Rollout object names attempt %d (%s)"
                    .formatted(
                        HubObjects.number(RolloutObjects.status(object), "attempt"),
                        RolloutObjects.status(object).getOrDefault("rolloutUID", "no rolloutUID")))
        .orElse("the Rollout object is gone");
  }
}
