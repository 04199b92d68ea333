package io.sluice.hub.status;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.OwnerReferences;
import io.sluice.lifecycle.ClaimRequest;
import io.sluice.lifecycle.ClaimRule;
import io.sluice.lifecycle.RolloutRecord;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.HubSnapshot;
import io.sluice.workflow.AttemptRef;
import java.util.Map;
import java.util.Optional;

/** Puts the question whose a Rollout object is to {@link ClaimRule}. */
public final class Claim {
  private Claim() {}

  public static HubSnapshot.Claim of(
      AttemptRef attempt, Optional<GenericKubernetesResource> rollout) {
    return ClaimRule.standing(record(attempt, rollout), claimant(attempt));
  }

  public static boolean held(AttemptRef attempt, GenericKubernetesResource rollout) {
    return of(attempt, Optional.of(rollout)) == HubSnapshot.Claim.HELD;
  }

  public static ClaimRule.Decision judge(
      AttemptRef attempt, Optional<GenericKubernetesResource> rollout) {
    return ClaimRule.judge(record(attempt, rollout), claimant(attempt));
  }

  public static String whyLost(AttemptRef attempt, Optional<GenericKubernetesResource> rollout) {
    return ClaimRule.whyLost(record(attempt, rollout));
  }

  private static ClaimRequest claimant(AttemptRef attempt) {
    return new ClaimRequest(attempt.version().policyUid(), attempt.rolloutUid(), attempt.attempt());
  }

  /** Only what a claim turns on: every batch of writes asks for it. */
  private static Optional<RolloutRecord> record(
      AttemptRef attempt, Optional<GenericKubernetesResource> rollout) {
    String policyUid = attempt.version().policyUid();
    return rollout.map(
        object -> {
          Map<String, Object> status = RolloutStatusTree.status(object);
          return new RolloutRecord(
              OwnerReferences.mayBe(object, policyUid) ? policyUid : "",
              HubObjects.number(status, "attempt"),
              JsonTree.text(status, "rolloutUID").orElse(""),
              RolloutStatusTree.open(object),
              0,
              "",
              JsonTree.text(status, "outcome"),
              Optional.empty());
        });
  }
}
