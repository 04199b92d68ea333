package io.sluice.hub.client;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import java.util.Map;

/**
 * Decides which objects count. Anybody with a bootstrap token can create a ManagedCluster, so one
 * counts only once the hub has accepted it; until then it is as if there were none
 * (policy-propagation 7).
 */
public final class Acceptance {
  private Acceptance() {}

  /** Returns whether an object counts; all do but ManagedClusters that are not accepted. */
  public static boolean accepted(ResourceDefinitionContext kind, GenericKubernetesResource object) {
    return !kind.getKind().equals(Kinds.MANAGED_CLUSTER.getKind())
        || object.getAdditionalProperties().get("spec") instanceof Map<?, ?> spec
            && Boolean.TRUE.equals(spec.get("hubAcceptsClient"));
  }
}
