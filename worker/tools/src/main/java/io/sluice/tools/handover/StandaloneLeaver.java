package io.sluice.tools.handover;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.status.AbortedStatus;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.PolicyName;
import io.sluice.time.ProcessTime;
import io.sluice.tools.preview.PolicyPreviewer;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Plans how to hand back a hub where Sluice wrote the replicas: no worker may run, and no replica
 * is touched.
 */
final class StandaloneLeaver {
  private static final String BECAUSE = "the hub was handed back with sluice leave";

  private final KubernetesClient hub;
  private final RunTerminator runs;
  private final LeaveOptions options;
  private final ProcessTime time;

  StandaloneLeaver(
      KubernetesClient hub, RunTerminator runs, LeaveOptions options, ProcessTime time) {
    this.hub = hub;
    this.runs = runs;
    this.options = options;
    this.time = time;
  }

  /**
   * Plans it.
   *
   * @param leader the worker that leads
   */
  void plan(PolicyPreviewer previewer, Optional<String> leader, LeavePlan plan) {
    leader.ifPresent(
        holder ->
            plan.refuse(
                "WorkerRunning",
                "worker %s leads on it, and would go on writing replicas. Scale the workers to 0, then repeat this command."
                    .formatted(holder)));
    List<GenericKubernetesResource> rollouts = previewer.rollouts();
    List<PolicyName> open = LeavePlan.open(rollouts);
    if (!open.isEmpty()) {
      plan.check(() -> runs.check(open));
    }
    open.forEach(policy -> plan.step("abort the rollout of policy " + policy, () -> abort(policy)));
    if (options.deleteRollouts()) {
      RolloutRemover remover = new RolloutRemover(hub, time);
      LeavePlan.policies(rollouts)
          .forEach(
              policy ->
                  plan.step(
                      "delete the Rollout and the revisions of policy " + policy,
                      () -> {
                        remover.delete(policy);
                        remover.deleteRevisions(policy);
                      }));
    }
    if (previewer.propagatorRunning().isEmpty()) {
      planStatuses(previewer.roots(), plan);
    }
  }

  private void planStatuses(List<GenericKubernetesResource> roots, LeavePlan plan) {
    RootStatusCleaner cleaner = new RootStatusCleaner(hub, time.clock());
    roots.stream()
        .filter(RootStatusCleaner::needed)
        .sorted((left, right) -> PolicyName.ORDER.compare(name(left), name(right)))
        .forEach(
            root ->
                plan.step(
                    "remove rolloutStatus from the status of policy " + name(root),
                    () -> cleaner.clean(root)));
  }

  private static PolicyName name(GenericKubernetesResource root) {
    return new PolicyName(root.getMetadata().getNamespace(), root.getMetadata().getName());
  }

  /** Its run is terminated first: a run that lives on would write the status again. */
  private void abort(PolicyName policy) {
    runs.terminate(policy, BECAUSE);
    Clock clock = time.clock();
    new RolloutObjects(hub, clock)
        .update(policy, rollout -> AbortedStatus.of(rollout, BECAUSE, clock.instant()));
  }
}
