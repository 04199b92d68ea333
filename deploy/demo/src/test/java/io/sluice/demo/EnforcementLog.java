package io.sluice.demo;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Records on which clusters the replica of a policy enforces, or has something else, and in which
 * order that began.
 */
final class EnforcementLog implements AutoCloseable {
  private final SharedIndexInformer<GenericKubernetesResource> informer;
  private final Predicate<GenericKubernetesResource> wanted;
  private final Map<String, Boolean> enforced = new TreeMap<>();
  private final List<String> began = new ArrayList<>();

  EnforcementLog(KubernetesClient hub, PolicyName policy) {
    this(
        hub,
        policy,
        replica -> "enforce".equals(HubObjects.part(replica, "spec").get("remediationAction")));
  }

  /** Records what these replicas have instead. */
  EnforcementLog(
      KubernetesClient hub, PolicyName policy, Predicate<GenericKubernetesResource> wanted) {
    this.wanted = wanted;
    informer =
        hub.genericKubernetesResources(Kinds.POLICY)
            .inAnyNamespace()
            .withLabel(PolicyApi.ROOT_POLICY, policy.replicaName())
            .inform(
                new ResourceEventHandler<>() {
                  @Override
                  public void onAdd(GenericKubernetesResource replica) {
                    record(replica);
                  }

                  @Override
                  public void onUpdate(
                      GenericKubernetesResource former, GenericKubernetesResource replica) {
                    record(replica);
                  }

                  @Override
                  public void onDelete(GenericKubernetesResource replica, boolean unknown) {
                    forget(replica);
                  }
                });
  }

  private synchronized void record(GenericKubernetesResource replica) {
    String cluster = replica.getMetadata().getNamespace();
    boolean now = wanted.test(replica);
    if (now && !Boolean.TRUE.equals(enforced.put(cluster, true))) {
      began.add(cluster);
    }
    enforced.put(cluster, now);
  }

  private synchronized void forget(GenericKubernetesResource replica) {
    enforced.remove(replica.getMetadata().getNamespace());
  }

  /** Returns the clusters with a replica. */
  synchronized Set<String> replicas() {
    return new TreeSet<>(enforced.keySet());
  }

  /** Returns the clusters that enforce now. */
  synchronized Set<String> enforced() {
    Set<String> now = new TreeSet<>();
    enforced.forEach(
        (cluster, enforces) -> {
          if (enforces) {
            now.add(cluster);
          }
        });
    return now;
  }

  /** Returns the clusters in the order in which they began to enforce. */
  synchronized List<String> began() {
    return List.copyOf(began);
  }

  @Override
  public void close() {
    informer.close();
  }
}
