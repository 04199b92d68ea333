package io.sluice.hub.client;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Takes generic objects apart into trees, and puts them together again. */
public final class HubObjects {
  private HubObjects() {}

  /** The object as a tree, with as much of its metadata as the readers of trees look at. */
  public static Map<String, Object> tree(GenericKubernetesResource object) {
    ObjectMeta meta = object.getMetadata();
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("name", meta.getName());
    metadata.put("namespace", meta.getNamespace());
    metadata.put("uid", meta.getUid());
    metadata.put("generation", meta.getGeneration());
    metadata.put("labels", labels(object));
    metadata.put("annotations", annotations(object));
    Map<String, Object> tree = new LinkedHashMap<>(object.getAdditionalProperties());
    tree.put("metadata", metadata);
    return tree;
  }

  /** A part of the object: {@code spec} or {@code status}; empty when it is absent. */
  public static Map<String, Object> part(GenericKubernetesResource object, String name) {
    return JsonTree.map(object.getAdditionalProperties().get(name));
  }

  public static Map<String, String> labels(GenericKubernetesResource object) {
    return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
  }

  public static Map<String, String> annotations(GenericKubernetesResource object) {
    return Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.of());
  }

  public static long generation(GenericKubernetesResource object) {
    return Objects.requireNonNullElse(object.getMetadata().getGeneration(), 0L);
  }

  /** An object of that kind with these metadata and nothing else yet. */
  public static GenericKubernetesResource object(
      ResourceDefinitionContext kind, ObjectMeta metadata) {
    GenericKubernetesResource object = new GenericKubernetesResource();
    object.setApiVersion(Kinds.apiVersion(kind));
    object.setKind(kind.getKind());
    object.setMetadata(metadata);
    return object;
  }

  /** A whole number in a tree; 0 when there is none. */
  public static long number(Map<String, Object> tree, String key) {
    return tree.get(key) instanceof Number number ? number.longValue() : 0;
  }
}
