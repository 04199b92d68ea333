package io.sluice.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * Routes events of the hub to the policies that they concern.
 *
 * <p>Events are dropped while this process is not the leader; a new leader reconciles every policy
 * once.
 */
public final class EventRouter implements HubCaches.Listener {
  private final AtomicReference<ChangeHandler> attached = new AtomicReference<>();

  /** Handles changes; every method must return at once. */
  interface ChangeHandler {
    HubCaches caches();

    /** The spec of the policy, its fleet or its Rollout object changed. */
    void policyChanged(PolicyName policy);

    /** Something changed that the status of the root or of its sets shows. */
    void statusChanged(PolicyName policy);

    /** A PolicySet, or a binding or placement of one, changed in this namespace. */
    void policySetsChanged(String namespace);

    /** A replica changed, or the availability of its cluster: its verdict may be another. */
    void replicaChanged(CachedReplica replica);

    void replicaDeleted(PolicyName policy, String cluster);
  }

  void attach(ChangeHandler handler) {
    attached.set(handler);
  }

  /** Drops events again, unless another handler was attached meanwhile. */
  void detach(ChangeHandler handler) {
    attached.compareAndSet(handler, null);
  }

  @Override
  public void changed(
      ResourceDefinitionContext kind,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present) {
    ChangeHandler handler = attached.get();
    if (handler == null) {
      return;
    }
    GenericKubernetesResource object = present.or(() -> former).orElseThrow();
    if (kind == Kinds.POLICY) {
      policyChanged(handler, former, present, object.getMetadata());
    } else if (kind == Kinds.ROLLOUT) {
      rolloutChanged(handler, object.getMetadata());
    } else if (kind == Kinds.DEFINITION) {
      roots(handler).forEach(policy -> policyAndStatusChanged(handler, policy));
    } else if (kind == Kinds.MANAGED_CLUSTER) {
      clusterChanged(handler, object.getMetadata().getName());
    } else {
      String namespace = object.getMetadata().getNamespace();
      roots(handler, namespace).forEach(policy -> policyAndStatusChanged(handler, policy));
      handler.policySetsChanged(namespace);
    }
  }

  private static void policyChanged(
      ChangeHandler handler,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present,
      ObjectMeta meta) {
    Optional<PolicyName> root = rootOfReplica(meta);
    if (root.isEmpty()) {
      PolicyName policy = new PolicyName(meta.getNamespace(), meta.getName());
      if (!statusOnly(former, present)) {
        handler.policyChanged(policy);
      }
      handler.statusChanged(policy);
      return;
    }
    String cluster = meta.getNamespace();
    handler
        .caches()
        .replicas()
        .replica(root.get(), cluster)
        .ifPresentOrElse(
            handler::replicaChanged, () -> handler.replicaDeleted(root.get(), cluster));
    if (!statusOnly(former, present) || failedBefore(handler, root.get(), cluster)) {
      handler.policyChanged(root.get());
    }
    handler.statusChanged(root.get());
  }

  /** Whether the cluster failed in an attempt that has ended: it may have recovered. */
  private static boolean failedBefore(ChangeHandler handler, PolicyName policy, String cluster) {
    return handler
        .caches()
        .rollout(policy)
        .map(RolloutStatusParser::of)
        .filter(rollout -> !rollout.runOpen() && rollout.listedStatuses().containsKey(cluster))
        .isPresent();
  }

  private static Optional<PolicyName> rootOfReplica(ObjectMeta meta) {
    return meta.getLabels() != null && meta.getLabels().containsKey(PolicyApi.ROOT_POLICY)
        ? PolicyName.ofReplica(meta.getName())
        : Optional.empty();
  }

  /** True when neither spec nor metadata changed: a report of a spoke, or a write of our own. */
  private static boolean statusOnly(
      Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present) {
    if (former.isEmpty() || present.isEmpty()) {
      return false;
    }
    ObjectMeta before = former.get().getMetadata();
    ObjectMeta after = present.get().getMetadata();
    return Objects.equals(before.getGeneration(), after.getGeneration())
        && Objects.equals(before.getUid(), after.getUid())
        && Objects.equals(before.getLabels(), after.getLabels())
        && Objects.equals(before.getAnnotations(), after.getAnnotations())
        && Objects.equals(before.getDeletionTimestamp(), after.getDeletionTimestamp());
  }

  private static void rolloutChanged(ChangeHandler handler, ObjectMeta meta) {
    String prefix = new PolicyName(meta.getNamespace(), "").rolloutName();
    if (meta.getName().startsWith(prefix)) {
      policyAndStatusChanged(
          handler, new PolicyName(meta.getNamespace(), meta.getName().substring(prefix.length())));
    }
  }

  private static void clusterChanged(ChangeHandler handler, String cluster) {
    for (PolicyName policy : handler.caches().replicas().policiesOn(cluster)) {
      handler.caches().replicas().replica(policy, cluster).ifPresent(handler::replicaChanged);
      handler.policyChanged(policy);
    }
    // In the namespace of a cluster that was just registered, such a policy is stale.
    roots(handler, cluster).forEach(handler::policyChanged);
  }

  private static void policyAndStatusChanged(ChangeHandler handler, PolicyName policy) {
    handler.policyChanged(policy);
    handler.statusChanged(policy);
  }

  private static Stream<PolicyName> roots(ChangeHandler handler, String namespace) {
    return roots(handler).filter(policy -> policy.namespace().equals(namespace));
  }

  private static Stream<PolicyName> roots(ChangeHandler handler) {
    return handler.caches().replicas().roots().stream()
        .map(GenericKubernetesResource::getMetadata)
        .map(meta -> new PolicyName(meta.getNamespace(), meta.getName()));
  }
}
