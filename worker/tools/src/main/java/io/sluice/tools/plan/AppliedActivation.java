package io.sluice.tools.plan;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.activation.policy.PolicyActivation;
import io.sluice.activation.policy.PolicyActivationPlanner;
import io.sluice.activation.policy.PolicyActivationTree;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.read.ActivationInputBuilder;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.RolloutStatusTree;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Set;

/**
 * Decides which targeting of a lazy policy is active once files are applied, as a worker will: an
 * edit of a placement waits, and a new content releases what waits (lazy-activation 4).
 */
final class AppliedActivation {
  private AppliedActivation() {}

  /** Returns the objects with the decision in the status of the Rollout, if an edit may wait. */
  static PlanObjects decided(PlanObjects objects, Instant now) {
    PolicyContext context = PolicyContext.of(objects.policy(), now);
    Set<String> managed = objects.managed();
    return context
        .rollout()
        .flatMap(
            rollout ->
                ActivationInputBuilder.of(context, objects.holders(), managed::contains)
                    .map(input -> PolicyActivationPlanner.decide(input, now).activation())
                    .map(activation -> recorded(rollout, activation)))
        .map(objects.policy()::with)
        .map(objects::with)
        .orElse(objects);
  }

  private static GenericKubernetesResource recorded(
      GenericKubernetesResource rollout, PolicyActivation activation) {
    GenericKubernetesResource next = new GenericKubernetesResource();
    next.setApiVersion(rollout.getApiVersion());
    next.setKind(rollout.getKind());
    next.setMetadata(rollout.getMetadata());
    next.setAdditionalProperties(new LinkedHashMap<>(rollout.getAdditionalProperties()));
    next.setAdditionalProperty(
        "status",
        RolloutStatusTree.of(HubObjects.part(rollout, "status"))
            .activation(PolicyActivationTree.of(activation))
            .tree());
    return next;
  }
}
