package io.sluice.control.cache;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.strategy.EffectiveStrategy;
import java.util.Map;

/**
 * Reads a root again that is cached without a strategy (rollout-strategy 1.6).
 *
 * <p>A server shows objects by the CRD of the moment. After the CRD is repaired no event brings the
 * field back to a cache: on the hub nothing has changed.
 */
final class RootRefresher {
  private final HubApi hub;
  private final ReplicaStore cache;

  RootRefresher(HubApi hub, ReplicaStore cache) {
    this.hub = hub;
    this.cache = cache;
  }

  /** Puts the strategy of a policy into the cache, if it is there on the hub. */
  void refresh(PolicyName policy) {
    cache.root(policy).filter(cached -> !staged(cached)).ifPresent(this::refresh);
  }

  private void refresh(GenericKubernetesResource cached) {
    hub.get(Kinds.POLICY, cached.getMetadata().getNamespace(), cached.getMetadata().getName())
        .filter(live -> version(live).equals(version(cached)))
        .filter(RootRefresher::staged)
        .ifPresent(live -> cache.refresh(cached, live));
  }

  private static boolean staged(GenericKubernetesResource root) {
    return EffectiveStrategy.of(HubObjects.part(root, "spec"), Map.of(), false).staged();
  }

  private static String version(GenericKubernetesResource root) {
    return root.getMetadata().getUid() + " " + root.getMetadata().getResourceVersion();
  }
}
