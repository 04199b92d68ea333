package io.sluice.hub.placement;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.placement.evaluation.PlacementStatus;
import io.sluice.policy.CanonicalJson;
import java.util.Map;

/** Writes the status of a Placement: only the fields that its evaluation sets (placement 7). */
public final class PlacementStatusWriter {
  private final HubApi hub;

  public PlacementStatusWriter(KubernetesClient client) {
    this.hub = new HubApi(client);
  }

  /**
   * Writes the status unless the object has it already.
   *
   * @param placement as it was read; it must still be at that version
   * @return the version of the Placement then
   * @throws KubernetesClientException if the hub refuses it, with 409 or 404 because the object
   *     changed
   */
  public String write(GenericKubernetesResource placement, PlacementStatus status) {
    GenericKubernetesResource present =
        stands(placement, status)
            ? placement
            : hub.merge(
                Kinds.PLACEMENT,
                placement.getMetadata(),
                "status",
                Map.of("status", status.toTree()));
    return present.getMetadata().getResourceVersion();
  }

  /** Returns whether the Placement has this status. */
  public static boolean stands(GenericKubernetesResource placement, PlacementStatus status) {
    Map<String, Object> present = HubObjects.part(placement, "status");
    Map<String, Object> wanted = status.toTree();
    return wanted.entrySet().stream()
        .allMatch(field -> same(field.getValue(), present.get(field.getKey())));
  }

  /** Trees may be equal as JSON and not as objects, by the types of their numbers. */
  private static boolean same(Object wanted, Object present) {
    return wanted.equals(present) || CanonicalJson.of(wanted).equals(CanonicalJson.of(present));
  }
}
