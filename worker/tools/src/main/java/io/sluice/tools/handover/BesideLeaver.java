package io.sluice.tools.handover;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.policy.PolicyName;
import io.sluice.time.ProcessTime;
import java.util.List;
import java.util.Optional;

/**
 * Plans how to hand back a hub where Sluice works beside OCM's propagator: the Rollouts are
 * deleted, and a running worker removes their overrides in the right order (policy-propagation
 * 14.4).
 */
final class BesideLeaver {
  private final RolloutRemover remover;
  private final LeaveOptions options;

  BesideLeaver(KubernetesClient hub, LeaveOptions options, ProcessTime time) {
    this.remover = new RolloutRemover(hub, time);
    this.options = options;
  }

  /**
   * Plans it.
   *
   * @param leader the worker that leads
   */
  void plan(List<GenericKubernetesResource> rollouts, Optional<String> leader, LeavePlan plan) {
    List<PolicyName> left = LeavePlan.policies(rollouts);
    if (!options.deleteRollouts()) {
      plan.refuse(
          "RolloutsLeft",
          "Rollouts are left, of %s, and a worker has to remove their overrides. Add --delete-rollouts, while the worker runs."
              .formatted(LeavePlan.names(left)));
    } else if (leader.isEmpty()) {
      plan.refuse(
          "WorkerMissing",
          "no worker leads on it, and only a worker removes overrides in the right order. Start one"
              + " with --mode Beside, then repeat this command.");
    }
    left.forEach(
        policy ->
            plan.step(
                "delete the Rollout of policy %s, and wait until its override is removed"
                    .formatted(policy),
                () -> remover.delete(policy)));
  }

  /** Waits until the overrides are removed, and says so if that takes too long. */
  void await(List<GenericKubernetesResource> rollouts, LeavePlan plan) throws InterruptedException {
    List<PolicyName> left = remover.awaitGone(LeavePlan.policies(rollouts), options.timeout());
    if (!left.isEmpty()) {
      plan.refuse(
          "CleanupStuck",
          "overrides were not removed within %d s, of %s. Look at the condition CleanupStuck of their Rollouts, at the worker and at OCM's propagator, then repeat this command."
              .formatted(options.timeout().toSeconds(), LeavePlan.names(left)));
    }
  }
}
