package io.sluice.simulator.karmada;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.simulator.tree.ObjectTree;
import java.util.List;
import java.util.Map;

/**
 * Holds what an executor reads of a Work.
 *
 * @param cluster the member that it is for
 * @param manifest what is to be applied; empty for a Work without one
 * @param suspended whether the member keeps what it has
 * @param preserved whether what was applied stays when the Work goes
 */
record ExecutedWork(
    String cluster,
    String name,
    String resourceVersion,
    long generation,
    List<String> finalizers,
    boolean deleting,
    Map<String, Object> manifest,
    boolean suspended,
    boolean preserved,
    Map<String, Object> status) {
  static final String NAMESPACE = "karmada-es-";
  static final String FINALIZER = "karmada.io/execution-controller";
  private static final String TEMPLATE_GENERATION = "resourcetemplate.karmada.io/generation";

  static ExecutedWork of(GenericKubernetesResource work) {
    ObjectMeta metadata = work.getMetadata();
    Map<String, Object> spec = ObjectTree.map(work.getAdditionalProperties().get("spec"));
    Map<String, Object> workload = ObjectTree.map(spec.get("workload"));
    return new ExecutedWork(
        cluster(metadata.getNamespace()),
        metadata.getName(),
        metadata.getResourceVersion(),
        requireNonNullElse(metadata.getGeneration(), 0L),
        requireNonNullElse(metadata.getFinalizers(), List.of()),
        metadata.getDeletionTimestamp() != null,
        ObjectTree.maps(workload.get("manifests")).findFirst().orElse(Map.of()),
        Boolean.TRUE.equals(spec.get("suspendDispatching")),
        Boolean.TRUE.equals(spec.get("preserveResourcesOnDeletion")),
        ObjectTree.map(work.getAdditionalProperties().get("status")));
  }

  /** Returns the cluster of a namespace; empty for one of no cluster. */
  static String cluster(String namespace) {
    return namespace.startsWith(NAMESPACE) ? namespace.substring(NAMESPACE.length()) : "";
  }

  /** Formats which object is meant: {@code apps/v1 Deployment default/web}. */
  String object() {
    Map<String, Object> metadata = ObjectTree.map(manifest.get("metadata"));
    String namespace = ObjectTree.text(metadata.get("namespace"));
    return "%s %s %s%s"
        .formatted(
            ObjectTree.text(manifest.get("apiVersion")),
            ObjectTree.text(manifest.get("kind")),
            namespace.isEmpty() ? "" : namespace + "/",
            ObjectTree.text(metadata.get("name")));
  }

  /** Returns the generation of the template that the manifest was made of; 0 if it names none. */
  long templateGeneration() {
    Map<String, Object> metadata = ObjectTree.map(manifest.get("metadata"));
    String text =
        ObjectTree.text(ObjectTree.map(metadata.get("annotations")).get(TEMPLATE_GENERATION));
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
  }
}
