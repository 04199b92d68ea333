package io.sluice.hub.placement;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.hub.client.HubObjects;
import io.sluice.placement.PlacementObject;

/** Parses Placements; their settings stay as they are written. */
public final class PlacementObjectParser {
  private PlacementObjectParser() {}

  public static PlacementObject parse(GenericKubernetesResource object) {
    ObjectMeta meta = object.getMetadata();
    return new PlacementObject(
        meta.getNamespace(),
        meta.getName(),
        requireNonNullElse(meta.getUid(), ""),
        HubObjects.generation(object),
        HubObjects.labels(object),
        HubObjects.annotations(object),
        HubObjects.part(object, "spec"),
        HubObjects.part(object, "status"));
  }
}
