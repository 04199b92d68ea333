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
import java.util.function.Consumer;

/**
 * Turns changes of the hub into keys: which policy has to be looked at, and by whom.
 *
 * <p>While nobody is there, as in a process that does not lead, changes are let go; the first look
 * of those who come covers them.
 */
public final class EventRouter implements HubCaches.Listener {
  private final AtomicReference<Desks> desks = new AtomicReference<>();

  /** Who is to hear of what. */
  interface Desks {
    HubCaches caches();

    /** The policy's intent, its fleet or its rollout changed. */
    void keep(PolicyName policy);

    /** Something that its root's status sums up changed. */
    void sumUp(PolicyName policy);

    /** A replica may prove something else now. */
    void judge(CachedReplica replica);

    void gone(PolicyName policy, String cluster);
  }

  void open(Desks ready) {
    desks.set(ready);
  }

  /** Lets changes go again, unless somebody else has taken over. */
  void close(Desks leaving) {
    desks.compareAndSet(leaving, null);
  }

  @Override
  public void changed(
      ResourceDefinitionContext kind,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present) {
    Desks open = desks.get();
    if (open == null) {
      return;
    }
    GenericKubernetesResource object = present.or(() -> former).orElseThrow();
    if (kind == Kinds.POLICY) {
      policyChanged(open, former, present, object.getMetadata());
    } else if (kind == Kinds.ROLLOUT) {
      rolloutChanged(open, object.getMetadata());
    } else if (kind == Kinds.DEFINITION) {
      definitionChanged(open);
    } else if (kind == Kinds.MANAGED_CLUSTER) {
      clusterChanged(open, object.getMetadata().getName());
    } else {
      policiesOf(open, object.getMetadata().getNamespace(), both(open));
    }
  }

  private void policyChanged(
      Desks open,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present,
      ObjectMeta meta) {
    Optional<PolicyName> root = rootOfReplica(meta);
    if (root.isEmpty()) {
      PolicyName policy = new PolicyName(meta.getNamespace(), meta.getName());
      if (!statusOnly(former, present)) {
        open.keep(policy);
      }
      open.sumUp(policy);
      return;
    }
    Optional<CachedReplica> known =
        open.caches().replicas().replica(root.get(), meta.getNamespace());
    known.ifPresentOrElse(open::judge, () -> open.gone(root.get(), meta.getNamespace()));
    if (present.isEmpty()
        || former.isEmpty()
        || !statusOnly(former, present)
        || failedBefore(open, root.get(), meta.getNamespace())) {
      open.keep(root.get());
    }
    open.sumUp(root.get());
  }

  /** Whether the cluster failed in a rollout that is over: it may have recovered. */
  private static boolean failedBefore(Desks open, PolicyName policy, String cluster) {
    return open.caches()
        .rollout(policy)
        .map(RolloutStatusParser::of)
        .filter(rollout -> !rollout.runOpen() && rollout.exceptions().containsKey(cluster))
        .isPresent();
  }

  private static Optional<PolicyName> rootOfReplica(ObjectMeta meta) {
    return meta.getLabels() != null && meta.getLabels().containsKey(PolicyApi.ROOT_POLICY)
        ? PolicyName.ofReplica(meta.getName())
        : Optional.empty();
  }

  /** True when neither spec nor metadata changed: a spoke's report, or our own summary. */
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

  private static void rolloutChanged(Desks open, ObjectMeta meta) {
    String prefix = new PolicyName(meta.getNamespace(), "").rolloutName();
    if (meta.getName().startsWith(prefix)) {
      both(open)
          .accept(new PolicyName(meta.getNamespace(), meta.getName().substring(prefix.length())));
    }
  }

  private static void clusterChanged(Desks open, String cluster) {
    for (PolicyName policy : open.caches().replicas().policiesOn(cluster)) {
      open.caches().replicas().replica(policy, cluster).ifPresent(open::judge);
      open.keep(policy);
    }
  }

  /** Whoever was held may go on, and whoever lost its strategy is held (rollout-strategy 1.6). */
  private static void definitionChanged(Desks open) {
    open.caches().replicas().roots().stream()
        .map(GenericKubernetesResource::getMetadata)
        .map(meta -> new PolicyName(meta.getNamespace(), meta.getName()))
        .forEach(both(open));
  }

  private static void policiesOf(Desks open, String namespace, Consumer<PolicyName> desk) {
    open.caches().replicas().roots().stream()
        .map(GenericKubernetesResource::getMetadata)
        .filter(meta -> meta.getNamespace().equals(namespace))
        .map(meta -> new PolicyName(meta.getNamespace(), meta.getName()))
        .forEach(desk);
  }

  private static Consumer<PolicyName> both(Desks open) {
    return policy -> {
      open.keep(policy);
      open.sumUp(policy);
    };
  }
}
