package io.sluice.control.gate;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.policy.PolicyName;
import java.util.Optional;

/** Builds the objects of a policy that is bound to no cluster, beside OCM's propagator. */
final class GatePolicy {
  static final PolicyName NAME = new PolicyName("policies", "web");

  private GatePolicy() {}

  static PolicyObjects objects(
      Optional<GenericKubernetesResource> root, Optional<GenericKubernetesResource> rollout) {
    return PolicyObjects.withoutFleet(NAME, root, rollout, HubMode.BESIDE);
  }
}
