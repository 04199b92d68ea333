package io.sluice.hub.status;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.rollout.Outcome;
import io.sluice.status.RolloutCondition;
import io.sluice.status.RolloutConditions;
import java.time.Instant;
import java.util.Optional;

/** Reports whether a retry that somebody asks for can be granted (rollout-strategy 5). */
public final class RetryCondition {
  private RetryCondition() {}

  /** Returns the UID of the attempt that is to be retried. */
  public static Optional<String> wanted(GenericKubernetesResource rollout) {
    return Optional.ofNullable(RolloutSpecReader.of(rollout).retryRollout)
        .map(RolloutSpec.RetryRollout::rolloutUID);
  }

  /**
   * Sets the condition: a retry of an attempt that is not over does nothing.
   *
   * @param rolloutUid the present attempt, and how it ended
   */
  public static void set(
      RolloutStatusTree tree,
      GenericKubernetesResource rollout,
      String rolloutUid,
      Optional<Outcome> outcome,
      Instant now) {
    tree.set(
        RolloutCondition.RETRY_ACCEPTED,
        RolloutConditions.retry(
            wanted(rollout), rolloutUid, RolloutStatusParser.of(rollout).formerUids(), outcome),
        HubObjects.generation(rollout),
        now);
  }
}
