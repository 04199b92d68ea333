package io.sluice.control.activation;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.read.PolicyContext;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Decides which targeting of a policy is active, in each pass over the policy. */
public interface ActivationPass {
  /** Decides nothing: for a preview, which writes nothing. */
  ActivationPass NONE = (context, replicas, now) -> Result.NOTHING;

  /**
   * Decides about a policy.
   *
   * @param replicas the clusters that have a replica
   */
  Result reconcile(PolicyContext context, Set<String> replicas, Instant now);

  /**
   * Holds what was stored.
   *
   * @param rollout the Rollout object, if it was written
   * @param again when to decide again, whatever happens
   */
  record Result(Optional<GenericKubernetesResource> rollout, Optional<Instant> again) {
    static final Result NOTHING = new Result(Optional.empty(), Optional.empty());

    public Result {
      requireNonNull(rollout, "rollout is null");
      requireNonNull(again, "again is null");
    }
  }
}
