package io.sluice.control.policy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.read.PolicyContext;
import io.sluice.policy.PolicyName;
import java.util.Map;

/**
 * Decides whether a Policy is a root for which something stands: a binding, replicas, a Rollout or
 * a status. One in the namespace of a cluster is never deleted (policy-propagation 7).
 */
public final class KnownRoot {
  private KnownRoot() {}

  /**
   * Returns whether it is one.
   *
   * @param replicas whether it has replicas
   */
  public static boolean is(PolicyContext context, boolean replicas) {
    PolicyName name = context.objects().policy();
    return context
        .root()
        .filter(
            root ->
                replicas
                    || context.rollout().isPresent()
                    || named(context, name)
                    || context.objects().root().filter(KnownRoot::reported).isPresent())
        .isPresent();
  }

  /** Returns whether it has the status of a root; a cluster writes another one, about itself. */
  private static boolean reported(GenericKubernetesResource root) {
    Map<String, Object> status = HubObjects.part(root, "status");
    return status.containsKey("placement") || status.containsKey("status");
  }

  private static boolean named(PolicyContext context, PolicyName name) {
    return context.bindings().bindings().stream()
        .anyMatch(binding -> !context.bindings().links(binding, name.name()).isEmpty());
  }
}
