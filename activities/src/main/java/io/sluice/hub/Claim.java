package io.sluice.hub;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.plan.HubView;
import io.sluice.policy.Tree;
import io.sluice.upkeep.ClaimRule;
import io.sluice.upkeep.Claimant;
import io.sluice.upkeep.RolloutRecord;
import io.sluice.workflow.AttemptRef;
import java.util.Map;
import java.util.Optional;

/** Puts the question whose a Rollout object is to {@link ClaimRule}. */
final class Claim {
  private Claim() {}

  static HubView.Claim of(AttemptRef attempt, Optional<GenericKubernetesResource> rollout) {
    return ClaimRule.standing(record(attempt, rollout), claimant(attempt));
  }

  static boolean held(AttemptRef attempt, GenericKubernetesResource rollout) {
    return of(attempt, Optional.of(rollout)) == HubView.Claim.HELD;
  }

  static ClaimRule.Decision judge(AttemptRef attempt, Optional<GenericKubernetesResource> rollout) {
    return ClaimRule.judge(record(attempt, rollout), claimant(attempt));
  }

  static String whyLost(AttemptRef attempt, Optional<GenericKubernetesResource> rollout) {
    return ClaimRule.whyLost(record(attempt, rollout));
  }

  private static Claimant claimant(AttemptRef attempt) {
    return new Claimant(attempt.version().policyUid(), attempt.rolloutUid(), attempt.attempt());
  }

  /** Only what a claim turns on: every batch of writes asks for it. */
  private static Optional<RolloutRecord> record(
      AttemptRef attempt, Optional<GenericKubernetesResource> rollout) {
    String policyUid = attempt.version().policyUid();
    return rollout.map(
        object -> {
          Map<String, Object> status = RolloutStatusTree.status(object);
          return new RolloutRecord(
              Owner.mayBe(object, policyUid) ? policyUid : "",
              HubObjects.number(status, "attempt"),
              Tree.text(status, "rolloutUID").orElse(""),
              RolloutStatusTree.open(object),
              0,
              "",
              Tree.text(status, "outcome"),
              Optional.empty());
        });
  }
}
