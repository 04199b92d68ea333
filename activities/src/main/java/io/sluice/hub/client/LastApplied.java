package io.sluice.hub.client;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.JsonTree;
import java.util.Map;
import java.util.Optional;

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
}
