package io.sluice.control.cache;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.Reachability;
import io.sluice.hub.client.RootShell;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.hub.replica.ReplicaShell;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.status.ProgressPublication;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.policy.Compliance;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySetRefs;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Routes events of the hub to the policies that they concern.
 *
 * <p>Events are dropped while this process is not the leader; a new leader reconciles every policy
 * once.
 */
public final class EventRouter extends LeaderRouter<EventRouter.ChangeHandler> {
  /** Handles changes; every method must return at once. */
  public interface ChangeHandler {
    HubCaches caches();

    /** The spec of the policy, its fleet or its Rollout object changed. */
    void policyChanged(PolicyName policy);

    /** The content of a replica changed, or the replica is new or gone; we may have written it. */
    void replicaContentChanged(PolicyName policy);

    /** A Rollout is new, changed or gone. */
    void rolloutChanged(
        Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present);

    /** The open run of a policy has published how far it has come, and nothing else changed. */
    void progressPublished(PolicyName policy);

    /** Something changed that the status of the root or of its sets shows. */
    void statusChanged(PolicyName policy);

    /** A PolicySet, or a binding or placement of one, changed in this namespace. */
    void policySetsChanged(String namespace);

    /** A replica changed, or the availability of its cluster: its verdict may be another. */
    void replicaChanged(CachedReplica replica);

    void replicaDeleted(PolicyName policy, String cluster);

    /** The Lease of OCM's propagator was renewed, or is gone. */
    void propagatorLeaseChanged();

    /** A cluster that failed in an attempt that has ended may comply now; nothing is urgent. */
    void clusterMayHaveRecovered(PolicyName policy);
  }

  @Override
  protected void route(
      ChangeHandler handler,
      ResourceDefinitionContext kind,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present) {
    if (Kinds.EVALUATED.contains(kind)) {
      return;
    }
    GenericKubernetesResource object = present.or(() -> former).orElseThrow();
    if (kind == Kinds.POLICY) {
      policyChanged(handler, former, present, object.getMetadata());
    } else if (kind == Kinds.ROLLOUT) {
      rolloutChanged(handler, former, present, object.getMetadata());
      // What is measured comes last: whatever happens there, the change has been routed.
      handler.rolloutChanged(former, present);
    } else if (kind == Kinds.DEFINITION) {
      roots(handler).forEach(policy -> policyAndStatusChanged(handler, policy));
    } else if (kind == Kinds.LEASE) {
      handler.propagatorLeaseChanged();
    } else if (CalendarCache.KINDS.contains(kind)) {
      calendarChanged(handler, Optional.ofNullable(object.getMetadata().getNamespace()));
    } else if (kind == Kinds.MANAGED_CLUSTER) {
      clusterChanged(handler, former, present);
    } else if ((kind == Kinds.POLICY_SET || kind == Kinds.PLACEMENT_BINDING)
        && statusOnly(former, present)) {
      // Nothing reads their status; that of a set we write ourselves.
      return;
    } else {
      String namespace = object.getMetadata().getNamespace();
      Stream<PolicyName> concerned =
          BoundPolicies.KINDS.contains(kind)
              ? new BoundPolicies(handler.caches()).of(kind, former, present).stream()
              : roots(handler, namespace);
      concerned.forEach(policy -> policyAndStatusChanged(handler, policy));
      handler.policySetsChanged(namespace);
      if (kind == Kinds.POLICY_SET) {
        dependents(handler, namespace, object.getMetadata().getName());
      }
    }
  }

  /** Policies of other namespaces whose dependencies name the set are rendered again. */
  private static void dependents(ChangeHandler handler, String namespace, String name) {
    PolicySetRefs.Ref changed = new PolicySetRefs.Ref(namespace, name);
    handler.caches().replicas().roots().stream()
        .filter(root -> !root.getMetadata().getNamespace().equals(namespace))
        .filter(root -> depends(root, changed))
        .map(GenericKubernetesResource::getMetadata)
        .map(meta -> new PolicyName(meta.getNamespace(), meta.getName()))
        .forEach(handler::policyChanged);
  }

  /** What is not kept of a root may name the set. */
  private static boolean depends(GenericKubernetesResource root, PolicySetRefs.Ref set) {
    if (!(root instanceof RootShell shell)) {
      return names(root, set);
    }
    return shell.namesSets()
        && !shell.tooLarge()
        && shell.whole().filter(whole -> !names(whole, set)).isEmpty();
  }

  private static boolean names(GenericKubernetesResource root, PolicySetRefs.Ref set) {
    return PolicySetRefs.of(HubObjects.part(root, "spec"), root.getMetadata().getNamespace())
        .contains(set);
  }

  private static void policyChanged(
      ChangeHandler handler,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present,
      ObjectMeta meta) {
    PolicyName policy = new PolicyName(meta.getNamespace(), meta.getName());
    boolean managed = !handler.caches().mayBeRoot(policy);
    if (managed || ReplicaParser.labelled(present.or(() -> former).orElseThrow())) {
      Optional<PolicyName> root = PolicyName.ofReplica(meta.getName());
      root.ifPresent(
          name -> replicaChanged(handler, former, present, name, meta.getNamespace(), managed));
      if (root.isEmpty() && managed) {
        handler.policyChanged(policy);
      }
      return;
    }
    if (!statusOnly(former, present)) {
      handler.policyChanged(policy);
    }
    handler.statusChanged(policy);
  }

  /** A report of the spoke changes a verdict and the root's status, and nothing else. */
  private static void replicaChanged(
      ChangeHandler handler,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present,
      PolicyName root,
      String cluster,
      boolean managed) {
    Optional<CachedReplica> replica = handler.caches().replicas().replica(root, cluster);
    replica.ifPresentOrElse(handler::replicaChanged, () -> handler.replicaDeleted(root, cluster));
    if (contentChanged(handler.caches().replicas(), former, present)) {
      handler.replicaContentChanged(root);
    } else if (mayChangeEndedAttempt(handler, root, cluster)) {
      handler.clusterMayHaveRecovered(root);
    }
    if ((managed || replica.isPresent()) && statusMayChange(handler, former, present, root)) {
      handler.statusChanged(root);
    }
  }

  /**
   * The status of a policy without a Rollout shows the compliance of a replica and nothing else of
   * it.
   */
  private static boolean statusMayChange(
      ChangeHandler handler,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present,
      PolicyName root) {
    return !former.flatMap(EventRouter::compliance).equals(present.flatMap(EventRouter::compliance))
        || handler.caches().rollout(root).isPresent();
  }

  private static Optional<Compliance> compliance(GenericKubernetesResource replica) {
    return replica instanceof ReplicaShell shell
        ? shell.known().replica().compliant()
        : JsonTree.text(HubObjects.part(replica, "status"), "compliant")
            .flatMap(Compliance::ofLabel);
  }

  private static boolean contentChanged(
      ReplicaStore replicas,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present) {
    return present.isPresent() && former.orElse(null) instanceof ReplicaShell shell
        ? replicas.contentChanged(shell)
        : !statusOnly(former, present);
  }

  /**
   * Whether the report may change what is listed of an attempt that has ended: a cluster that
   * failed may have recovered, any other may have regressed.
   */
  private static boolean mayChangeEndedAttempt(
      ChangeHandler handler, PolicyName policy, String cluster) {
    Optional<GenericKubernetesResource> ended =
        handler.caches().rollout(policy).filter(RolloutStatusTree::ended);
    if (ended.isEmpty()) {
      return false;
    }
    boolean complies =
        handler
            .caches()
            .replicas()
            .replica(policy, cluster)
            .flatMap(found -> found.replica().compliant())
            .filter(found -> found == Compliance.COMPLIANT)
            .isPresent();
    return RolloutStatusTree.lists(ended.get(), cluster) == complies;
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
        && sameWritten(former.get(), present.get())
        && Objects.equals(before.getDeletionTimestamp(), after.getDeletionTimestamp());
  }

  /** Whether labels and annotations are the same; those of a large root may not be kept. */
  private static boolean sameWritten(
      GenericKubernetesResource former, GenericKubernetesResource present) {
    if (former instanceof RootShell before && present instanceof RootShell after) {
      return before.sameWritten(after);
    }
    return HubObjects.labels(former).equals(HubObjects.labels(present))
        && HubObjects.annotations(former).equals(HubObjects.annotations(present));
  }

  private static void rolloutChanged(
      ChangeHandler handler,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present,
      ObjectMeta meta) {
    Optional<PolicyName> policy = PolicyName.ofRollout(meta.getNamespace(), meta.getName());
    boolean progress =
        statusOnly(former, present)
            && ProgressPublication.separates(former.orElseThrow(), present.orElseThrow());
    policy.ifPresent(
        name -> {
          if (progress) {
            handler.progressPublished(name);
          } else {
            policyAndStatusChanged(handler, name);
          }
        });
  }

  /** A calendar may bind whatever has a Rollout, in its namespace if it has one. */
  private static void calendarChanged(ChangeHandler handler, Optional<String> namespace) {
    roots(handler)
        .filter(policy -> namespace.map(policy.namespace()::equals).orElse(true))
        .filter(policy -> handler.caches().rollout(policy).isPresent())
        .forEach(policy -> policyAndStatusChanged(handler, policy));
  }

  /** Only the existence, the labels and the availability of a ManagedCluster are read. */
  private static void clusterChanged(
      ChangeHandler handler,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present) {
    String cluster = present.or(() -> former).orElseThrow().getMetadata().getName();
    boolean known = former.isPresent() && present.isPresent();
    boolean relabelled =
        known && !HubObjects.labels(former.get()).equals(HubObjects.labels(present.get()));
    boolean reached =
        known && Reachability.unreachable(former) != Reachability.unreachable(present);
    if (known && !relabelled && !reached) {
      return;
    }
    for (PolicyName policy : handler.caches().replicas().policiesOn(cluster)) {
      handler.caches().replicas().replica(policy, cluster).ifPresent(handler::replicaChanged);
      if (!known || relabelled) {
        handler.policyChanged(policy);
      } else if (mayChangeEndedAttempt(handler, policy, cluster)) {
        handler.clusterMayHaveRecovered(policy);
      }
    }
    if (!known) {
      // In the namespace of a cluster that was just registered, a Policy may be stale.
      handler.caches().policiesIn(cluster).forEach(handler::policyChanged);
    }
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
