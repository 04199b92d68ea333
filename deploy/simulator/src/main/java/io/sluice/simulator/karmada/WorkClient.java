package io.sluice.simulator.karmada;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.simulator.tree.ObjectTree;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads and writes Works, one request each; throws the exceptions of fabric8. */
final class WorkClient {
  private static final String API_VERSION = "work.karmada.io/v1alpha1";

  // Given here, so that the client need not ask the hub for the plural.
  private static final ResourceDefinitionContext WORKS =
      new ResourceDefinitionContext.Builder()
          .withGroup("work.karmada.io")
          .withVersion("v1alpha1")
          .withKind("Work")
          .withPlural("works")
          .withNamespaced(true)
          .build();

  private final KubernetesClient client;

  WorkClient(KubernetesClient client) {
    this.client = client;
  }

  MixedOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      works() {
    return client.genericKubernetesResources(WORKS);
  }

  /** Replaces the status, if the Work is still the one that was read. */
  void writeStatus(ExecutedWork work, Map<String, Object> status) {
    patch(work, "status", Map.of("status", status));
  }

  /** Removes the executor's finalizer from a Work that is being deleted. */
  void release(ExecutedWork work) {
    patch(
        work,
        "",
        Map.of(
            "metadata",
            Map.of(
                "finalizers",
                work.finalizers().stream()
                    .filter(each -> !each.equals(ExecutedWork.FINALIZER))
                    .toList())));
  }

  private void patch(ExecutedWork work, String subresource, Map<String, Object> change) {
    GenericKubernetesResource named = new GenericKubernetesResource();
    named.setApiVersion(API_VERSION);
    named.setKind("Work");
    named.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(ExecutedWork.NAMESPACE + work.cluster())
            .withName(work.name())
            .build());
    Resource<GenericKubernetesResource> resource =
        works().inNamespace(ExecutedWork.NAMESPACE + work.cluster()).resource(named);
    String patch = Serialization.asJson(based(work, change));
    PatchContext merge = PatchContext.of(PatchType.JSON_MERGE);
    if (subresource.isEmpty()) {
      resource.patch(merge, patch);
    } else {
      resource.subresource(subresource).patch(merge, patch);
    }
  }

  private static Map<String, Object> based(ExecutedWork work, Map<String, Object> change) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("resourceVersion", work.resourceVersion());
    ObjectTree.map(change.get("metadata")).forEach(metadata::put);
    Map<String, Object> based = new LinkedHashMap<>(change);
    based.put("metadata", metadata);
    return based;
  }
}
