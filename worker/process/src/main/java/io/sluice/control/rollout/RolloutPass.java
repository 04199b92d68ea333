package io.sluice.control.rollout;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.lifecycle.RetirementAction;
import io.sluice.status.NewcomerApprovals;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Handles the Rollout object in a pass over a policy: {@link RolloutReconciler} does so on the hub,
 * a preview for a command that changes nothing.
 */
public interface RolloutPass {
  /** What was done with an object, and when to reconcile again. */
  record Retirement(RetirementAction action, Optional<Instant> again) {}

  /** Retires the object of an unstaged or disabled policy. The hub is asked only if needed. */
  Retirement retire(RootPolicy root, PolicyContext context, Instant now);

  /** Forgets a policy that does not exist, and reports that on its Rollout object. */
  void forget(PolicyName policy, Optional<GenericKubernetesResource> rollout);

  /**
   * Reconciles the object of a staged policy, and starts the attempt that is due.
   *
   * @param unapproved the newcomers that wait for an approval
   * @return when to reconcile again without a change on the hub
   */
  Optional<Instant> reconcile(
      RootPolicy root,
      PolicyContext context,
      Map<String, CachedReplica> replicas,
      Optional<NewcomerApprovals.Waiting> unapproved);
}
