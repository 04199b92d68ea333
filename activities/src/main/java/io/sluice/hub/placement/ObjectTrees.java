package io.sluice.hub.placement;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.hub.client.HubObjects;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads generic objects as trees without nulls. */
final class ObjectTrees {
  private ObjectTrees() {}

  /** Returns the whole object as a tree, for expressions that may read any field of it. */
  static Map<String, Object> of(GenericKubernetesResource object) {
    ObjectMeta meta = object.getMetadata();
    Map<String, Object> metadata = new LinkedHashMap<>();
    put(metadata, "name", meta.getName());
    put(metadata, "uid", meta.getUid());
    put(metadata, "generation", meta.getGeneration());
    put(metadata, "creationTimestamp", meta.getCreationTimestamp());
    put(metadata, "deletionTimestamp", meta.getDeletionTimestamp());
    put(metadata, "labels", HubObjects.labels(object));
    put(metadata, "annotations", HubObjects.annotations(object));
    Map<String, Object> tree = new LinkedHashMap<>();
    put(tree, "apiVersion", object.getApiVersion());
    put(tree, "kind", object.getKind());
    tree.put("metadata", metadata);
    tree.putAll(object.getAdditionalProperties());
    return tree;
  }

  private static void put(Map<String, Object> tree, String key, Object value) {
    if (value != null) {
      tree.put(key, value);
    }
  }
}
