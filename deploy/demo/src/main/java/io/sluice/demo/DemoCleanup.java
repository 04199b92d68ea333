package io.sluice.demo;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.beside.OverrideName;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.placement.DecisionObject;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.tools.manifest.Manifest;
import java.util.List;
import java.util.Set;

/**
 * Removes from a hub what a former demo of the same examples left there, so that the next one is a
 * first rollout again.
 *
 * <p>Namespaces and clusters stay, because deleting and creating them takes a while. Other policies
 * are not touched.
 */
final class DemoCleanup {
  static final Set<String> STAYING = Set.of("Namespace", "ManagedCluster");

  private static final List<ResourceDefinitionContext> OVERRIDE =
      List.of(Kinds.PLACEMENT_BINDING, Kinds.PLACEMENT, Kinds.PLACEMENT_DECISION);

  private final KubernetesClient hub;
  private final Examples examples;

  DemoCleanup(KubernetesClient hub, Examples examples) {
    this.hub = hub;
    this.examples = examples;
  }

  /** Removes the Lease of a simulated propagator that has ended. */
  static void removeLease(KubernetesClient hub) {
    hub.leases()
        .inNamespace(PropagatorOptions.DEFAULTS.namespace())
        .withName(PropagatorGuard.LEASE)
        .delete();
  }

  void remove() {
    removeLease(hub);
    examples.manifests().stream()
        .filter(manifest -> manifest.is("Policy"))
        .map(manifest -> new PolicyName(Examples.namespace(manifest), manifest.name()))
        .forEach(this::removeOverride);
    examples.manifests().stream()
        .filter(manifest -> !STAYING.contains(manifest.kind()))
        .forEach(manifest -> hub.resource(ExampleLoader.resource(hub, manifest)).delete());
    examples.manifests().stream()
        .filter(manifest -> manifest.is("Placement"))
        .forEach(this::removeDecisions);
    examples.manifests().stream()
        .filter(manifest -> manifest.is("Policy"))
        .map(manifest -> new PolicyName(Examples.namespace(manifest), manifest.name()))
        .forEach(this::removeTraces);
  }

  /**
   * Removes what enforces a policy, and the finalizer that waits for that: no propagator runs that
   * could turn the replicas back, and these are deleted, too.
   */
  private void removeOverride(PolicyName policy) {
    Resource<GenericKubernetesResource> rollout =
        hub.genericKubernetesResources(Kinds.ROLLOUT)
            .inNamespace(policy.namespace())
            .withName(policy.rolloutName());
    if (rollout.get() != null) {
      rollout.patch(
          PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\": {\"finalizers\": null}}");
    }
    for (ResourceDefinitionContext kind : OVERRIDE) {
      hub.genericKubernetesResources(kind)
          .inNamespace(policy.namespace())
          .withLabel(OverrideName.LABEL, OverrideName.label(policy))
          .resources()
          .forEach(Resource<GenericKubernetesResource>::delete);
    }
  }

  /**
   * Does at once what the garbage collector would do later: until then the decisions of a deleted
   * Placement keep their names, which new ones need.
   */
  private void removeDecisions(Manifest placement) {
    hub.genericKubernetesResources(Kinds.PLACEMENT_DECISION)
        .inNamespace(Examples.namespace(placement))
        .withLabel(DecisionObject.PLACEMENT, placement.name())
        .resources()
        .forEach(Resource<GenericKubernetesResource>::delete);
  }

  private void removeTraces(PolicyName policy) {
    hub.genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace(policy.namespace())
        .withName(policy.rolloutName())
        .delete();
    hub.genericKubernetesResources(Kinds.POLICY)
        .inAnyNamespace()
        .withLabel(PolicyApi.ROOT_POLICY, policy.replicaName())
        .resources()
        .forEach(Resource<GenericKubernetesResource>::delete);
    // The garbage collector would delete them only after the next rollout has written its own.
    hub.apps().controllerRevisions().inNamespace(policy.namespace()).list().getItems().stream()
        .filter(revision -> belongsTo(revision, policy))
        .forEach(revision -> hub.resource(revision).delete());
  }

  private static boolean belongsTo(ControllerRevision revision, PolicyName policy) {
    return revision.getMetadata().getOwnerReferences().stream()
        .anyMatch(
            owner -> owner.getKind().equals("Policy") && owner.getName().equals(policy.name()));
  }
}
