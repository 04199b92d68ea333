package io.sluice.hub.status;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.OwnerReferences;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.lifecycle.ClaimRequest;
import io.sluice.rollout.lifecycle.ClaimRule;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import java.util.Map;
import java.util.Optional;

/** Decides by {@link ClaimRule} which attempt owns a Rollout object. */
public final class Claim {
  private Claim() {}

  public static HubSnapshot.ClaimState of(
      AttemptRef attempt, Optional<GenericKubernetesResource> rollout) {
    return ClaimRule.standing(record(attempt, rollout), claimant(attempt));
  }

  public static boolean held(AttemptRef attempt, GenericKubernetesResource rollout) {
    return of(attempt, Optional.of(rollout)) == HubSnapshot.ClaimState.HELD;
  }

  public static ClaimRule.Decision judge(
      AttemptRef attempt, Optional<GenericKubernetesResource> rollout) {
    return ClaimRule.judge(record(attempt, rollout), claimant(attempt));
  }

  public static String whyLost(AttemptRef attempt, Optional<GenericKubernetesResource> rollout) {
    return ClaimRule.whyLost(record(attempt, rollout));
  }

  /**
   * Builds the {@code ClaimLost} failure: another attempt owns the Rollout object, or it is gone.
   * That is how a run ends whose object is deleted, so no warning is logged for it.
   */
  public static ApplicationFailure lost(String doing, AttemptRef attempt, String why) {
    return ApplicationFailure.newBuilder()
        .setMessage(
            "Cannot %s in attempt %d of %s %s: %s. Leave it to the attempt that follows."
                .formatted(
                    doing, attempt.attempt(), attempt.policy().noun(), attempt.policy(), why))
        .setType(HubActivities.CLAIM_LOST)
        .setNonRetryable(true)
        .setCategory(ApplicationErrorCategory.BENIGN)
        .build();
  }

  private static ClaimRequest claimant(AttemptRef attempt) {
    return new ClaimRequest(attempt.version().policyUid(), attempt.rolloutUid(), attempt.attempt());
  }

  /**
   * Reads only what a claim depends on, because every batch of writes asks for it. An object that
   * is being deleted has none.
   */
  private static Optional<RolloutRecord> record(
      AttemptRef attempt, Optional<GenericKubernetesResource> rollout) {
    String policyUid = attempt.version().policyUid();
    return rollout
        .filter(object -> !HubObjects.deleting(object))
        .map(
            object -> {
              Map<String, Object> status = RolloutStatusTree.status(object);
              return new RolloutRecord(
                  OwnerReferences.mayBe(object, policyUid) ? policyUid : "",
                  JsonTree.number(status, "attempt"),
                  JsonTree.text(status, "rolloutUID").orElse(""),
                  RolloutStatusTree.open(object),
                  0,
                  "",
                  JsonTree.text(status, "outcome"),
                  Optional.empty());
            });
  }
}
