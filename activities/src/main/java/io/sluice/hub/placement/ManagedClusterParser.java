package io.sluice.hub.placement;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.hub.client.HubObjects;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.Taint;
import io.sluice.policy.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Parses ManagedClusters, as far as a Placement reads them (placement 2).
 *
 * <p>A text that is no quantity counts as not reported.
 */
public final class ManagedClusterParser {
  private static final List<String> RESOURCES = List.of("cpu", "memory");

  private ManagedClusterParser() {}

  public static ManagedCluster parse(GenericKubernetesResource object) {
    Map<String, Object> status = HubObjects.part(object, "status");
    return new ManagedCluster(
        object.getMetadata().getName(),
        HubObjects.labels(object),
        claims(status),
        taints(HubObjects.part(object, "spec")),
        quantities(JsonTree.map(status, "allocatable")),
        quantities(JsonTree.map(status, "capacity")),
        HubObjects.deleting(object),
        ObjectTrees.of(object));
  }

  private static Map<String, String> claims(Map<String, Object> status) {
    Map<String, String> claims = new LinkedHashMap<>();
    for (Map<String, Object> claim : JsonTree.maps(status, "clusterClaims")) {
      JsonTree.text(claim, "name")
          .ifPresent(name -> claims.put(name, JsonTree.text(claim, "value").orElse("")));
    }
    return claims;
  }

  private static List<Taint> taints(Map<String, Object> spec) {
    return JsonTree.maps(spec, "taints").stream()
        .map(
            taint ->
                new Taint(
                    JsonTree.text(taint, "key").orElse(""),
                    JsonTree.text(taint, "value").orElse(""),
                    JsonTree.text(taint, "effect").orElse(""),
                    JsonTree.instant(taint, "timeAdded")))
        .toList();
  }

  private static Map<String, Double> quantities(Map<String, Object> reported) {
    Map<String, Double> quantities = new LinkedHashMap<>();
    for (String resource : RESOURCES) {
      Optional.ofNullable(reported.get(resource))
          .flatMap(value -> quantity(value.toString()))
          .ifPresent(amount -> quantities.put(resource, amount));
    }
    return quantities;
  }

  /** Returns cores or bytes: {@code 500m} is 0.5, {@code 1Ki} is 1024. */
  private static Optional<Double> quantity(String text) {
    try {
      return Optional.of(Quantity.getAmountInBytes(Quantity.parse(text)).doubleValue());
    } catch (IllegalArgumentException e) {
      // The schema of OCM admits any text here.
      return Optional.empty();
    }
  }
}
