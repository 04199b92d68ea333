package io.sluice.hub.template;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ActivationRecordTree;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.LazyFields;
import io.sluice.template.ResourceId;
import io.sluice.template.work.BindingState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Parses bindings; an annotation that was edited until it cannot be read counts as absent. */
public final class BindingParser {
  private BindingParser() {}

  public static BindingState parse(GenericKubernetesResource object) {
    ObjectMeta meta = object.getMetadata();
    String namespace = requireNonNullElse(meta.getNamespace(), "");
    Map<String, String> labels = HubObjects.labels(object);
    Map<String, String> annotations = HubObjects.annotations(object);
    Map<String, Object> spec = HubObjects.part(object, "spec");
    Map<String, Object> resource = JsonTree.map(spec, "resource");
    return new BindingState(
        namespace,
        meta.getName(),
        Optional.ofNullable(labels.get(BindingState.idLabel(namespace))),
        ResourceId.ofReference(resource),
        JsonTree.text(resource, "uid").orElse(""),
        labels,
        annotations,
        meta.getDeletionTimestamp() != null,
        LazyFields.ofBinding(spec, tree(annotations, KarmadaKeys.TARGETING)),
        record(annotations),
        BindingState.names(spec, "clusters"),
        JsonTree.list(spec, "requiredBy"),
        dependencies(annotations));
  }

  /** Returns the template that it was made for. */
  public static ResourceId resource(GenericKubernetesResource object) {
    return ResourceId.ofReference(JsonTree.map(HubObjects.part(object, "spec"), "resource"));
  }

  /** Returns what its template mounts, while that is propagated too. */
  public static List<ResourceId> dependencies(GenericKubernetesResource object) {
    return dependencies(HubObjects.annotations(object));
  }

  private static Optional<ActivationRecord> record(Map<String, String> annotations) {
    return ActivationRecordTree.parse(tree(annotations, KarmadaKeys.ACTIVATION));
  }

  /** Returns the tree that an annotation holds as JSON. */
  static Map<String, Object> tree(Map<String, String> annotations, String key) {
    return JsonTree.map(
        Optional.ofNullable(annotations.get(key))
            .flatMap(json -> HubObjects.parse(json, Object.class))
            .orElse(Map.of()));
  }

  private static List<ResourceId> dependencies(Map<String, String> annotations) {
    Object listed =
        Optional.ofNullable(annotations.get(KarmadaKeys.DEPENDENCIES))
            .flatMap(json -> HubObjects.parse(json, Object.class))
            .orElse(List.of());
    return JsonTree.maps(Map.of("listed", listed), "listed").stream()
        .map(ResourceId::ofReference)
        .toList();
  }
}
