package io.sluice.hub.propagator;

import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.Refusal.Reason;

/** Reports that the namespace of a root policy is also that of a cluster (policy-propagation 7). */
final class ClusterNamespace {
  private ClusterNamespace() {}

  /** Returns why nothing is written for its policies. */
  static Problem problem(String namespace) {
    return new Problem(
        Reason.NAMESPACE_IS_CLUSTER.label(),
        "namespace " + namespace,
        "is also the namespace of ManagedCluster %s, whose cluster applies every Policy in it"
            .formatted(namespace),
        "Move the policy to another namespace, or remove the ManagedCluster; until then Sluice"
            + " changes nothing");
  }
}
