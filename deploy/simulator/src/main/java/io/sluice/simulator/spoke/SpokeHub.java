package io.sluice.simulator.spoke;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.simulator.tree.ObjectTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and writes replicas as generic trees, one request each; throws the exceptions of fabric8.
 */
final class SpokeHub {
  private static final String API_VERSION = "policy.open-cluster-management.io/v1";
  private static final String KIND = "Policy";

  // Given here, so that the client need not ask the hub for the plural.
  private static final ResourceDefinitionContext POLICIES =
      new ResourceDefinitionContext.Builder()
          .withGroup("policy.open-cluster-management.io")
          .withVersion("v1")
          .withKind(KIND)
          .withPlural("policies")
          .withNamespaced(true)
          .build();

  private final KubernetesClient client;

  SpokeHub(KubernetesClient client) {
    this.client = client;
  }

  MixedOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      policies() {
    return client.genericKubernetesResources(POLICIES);
  }

  /** Reads afresh; empty if the hub has no such replica. */
  Optional<SpokeReplica> read(String cluster, String policy) {
    return Optional.ofNullable(policies().inNamespace(cluster).withName(policy).get())
        .map(SpokeHub::replica);
  }

  /** Replaces the whole status, if the replica is still the one that was read. */
  SpokeReplica writeStatus(String cluster, SpokeReplica.Report report) {
    SpokeReplica read = report.replica();
    ObjectMeta metadata = identity(cluster, read);
    metadata.setLabels(read.labels());
    metadata.setAnnotations(read.annotations());
    GenericKubernetesResource policy = resource(metadata);
    // A hub checks the whole object against its schema, though it keeps only the status.
    policy.setAdditionalProperty("spec", read.spec());
    policy.setAdditionalProperty("status", report.status());
    return replica(policies().inNamespace(cluster).resource(policy).updateStatus());
  }

  /** Replaces the finalizers, if the replica is still the one that was read. */
  void writeFinalizers(String cluster, SpokeReplica.Finalizers finalizers) {
    SpokeReplica read = finalizers.replica();
    Map<String, Object> change =
        Map.of(
            "metadata",
            Map.of(
                "resourceVersion", read.resourceVersion(), "finalizers", finalizers.finalizers()));
    policies()
        .inNamespace(cluster)
        .resource(resource(identity(cluster, read)))
        .patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(change));
  }

  private static ObjectMeta identity(String cluster, SpokeReplica read) {
    return new ObjectMetaBuilder()
        .withNamespace(cluster)
        .withName(read.name())
        .withResourceVersion(read.resourceVersion())
        .build();
  }

  private static GenericKubernetesResource resource(ObjectMeta metadata) {
    GenericKubernetesResource policy = new GenericKubernetesResource();
    policy.setApiVersion(API_VERSION);
    policy.setKind(KIND);
    policy.setMetadata(metadata);
    return policy;
  }

  static SpokeReplica replica(GenericKubernetesResource policy) {
    ObjectMeta metadata = policy.getMetadata();
    return new SpokeReplica(
        metadata.getName(),
        metadata.getResourceVersion(),
        requireNonNullElse(metadata.getLabels(), Map.of()),
        requireNonNullElse(metadata.getAnnotations(), Map.of()),
        requireNonNullElse(metadata.getFinalizers(), List.of()),
        metadata.getDeletionTimestamp() != null,
        ObjectTree.map(policy.getAdditionalProperties().get("spec")),
        ObjectTree.map(policy.getAdditionalProperties().get("status")));
  }
}
