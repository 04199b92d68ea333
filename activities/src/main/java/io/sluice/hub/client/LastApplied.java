package io.sluice.hub.client;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.JsonTree;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Reads the manifest with which an object was applied last, by {@code kubectl apply} or by Argo CD.
 *
 * <p>Server-side apply leaves none: there the API server knows which field is whose.
 */
public final class LastApplied {
  private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";

  private LastApplied() {}

  /** Returns the manifest; empty where the object was not applied so. */
  public static Optional<Map<String, Object>> of(GenericKubernetesResource object) {
    return Optional.ofNullable(HubObjects.annotations(object).get(ANNOTATION))
        .flatMap(json -> HubObjects.parse(json, Map.class))
        .map(JsonTree::map);
  }

  /**
   * Returns the paths of fields that a merge patch of the object's spec writes, and the next apply
   * of the manifest writes otherwise: it leaves those alone that it never had.
   */
  public static SortedSet<String> takenBack(
      GenericKubernetesResource object, Map<String, Object> patch) {
    SortedSet<String> fields = new TreeSet<>();
    of(object)
        .ifPresent(manifest -> compare("spec", JsonTree.map(manifest, "spec"), patch, fields));
    return fields;
  }

  private static void compare(
      String path,
      Map<String, Object> manifest,
      Map<String, Object> patch,
      SortedSet<String> fields) {
    patch.forEach(
        (field, value) -> {
          Object applied = manifest.get(field);
          if (applied instanceof Map && value instanceof Map) {
            compare(path + "." + field, JsonTree.map(applied), JsonTree.map(value), fields);
          } else if (applied != null && !applied.equals(value)) {
            fields.add(path + "." + field);
          }
        });
  }
}
