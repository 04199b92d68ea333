package io.sluice.hub.status;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;

/** Makes Rollout objects as the hub has them. */
final class RolloutFixture {
  private RolloutFixture() {}

  /** Returns one with that status, in YAML. */
  static GenericKubernetesResource withStatus(String status) {
    return Serialization.unmarshal(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-web, namespace: policies}
        status:
        """
            + status.indent(2),
        GenericKubernetesResource.class);
  }
}
