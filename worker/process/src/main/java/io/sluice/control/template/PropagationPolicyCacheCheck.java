package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.template.KarmadaKinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Compares the cached propagation policies with those on the hub.
 *
 * <p>Each kind has a watch of its own, so a change of a template may arrive before the edit of a
 * policy that was made earlier. Content that a lazy policy releases must not go to the clusters
 * that the policy had before that edit (lazy-activation 1.1 rule 5).
 */
final class PropagationPolicyCacheCheck {
  private final HubApi hub;
  private final KarmadaCaches caches;
  private final AtomicLong asked = new AtomicLong();
  private final Map<String, Namespace> namespaces = new ConcurrentHashMap<>();

  PropagationPolicyCacheCheck(KubernetesClient client, KarmadaCaches caches) {
    this.hub = new HubApi(client);
    this.caches = requireNonNull(caches, "caches is null");
  }

  /**
   * Returns whether the cache has every policy that may match a template in that namespace as it is
   * on the hub now; empty: cluster-scoped. Callers that wait for the same read share its answer.
   */
  boolean upToDate(String namespace) {
    return namespaces.computeIfAbsent(namespace, Namespace::new).upToDate(asked.incrementAndGet());
  }

  private final class Namespace {
    private final String name;

    /** The number of the last call that came before the last read began. */
    private long covered;

    private boolean same;

    private Namespace(String name) {
      this.name = name;
    }

    private synchronized boolean upToDate(long call) {
      if (call > covered) {
        long last = asked.get();
        same =
            HubObjects.sameVersions(
                read(), caches.policies().objects(name), HubObjects::resourceVersion);
        covered = last;
      }
      return same;
    }

    private List<GenericKubernetesResource> read() {
      List<GenericKubernetesResource> policies =
          new ArrayList<>(hub.listAll(KarmadaKinds.CLUSTER_PROPAGATION_POLICY));
      if (!name.isEmpty()) {
        policies.addAll(hub.list(KarmadaKinds.PROPAGATION_POLICY, name));
      }
      return policies;
    }
  }
}
