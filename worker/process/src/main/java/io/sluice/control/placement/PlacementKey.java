package io.sluice.control.placement;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.cache.DecisionIndex;
import io.sluice.hub.client.HubObjects;
import io.sluice.placement.DecisionObject;
import java.util.stream.Stream;

/** Names a Placement. */
record PlacementKey(String namespace, String name) {
  PlacementKey {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
  }

  static PlacementKey of(GenericKubernetesResource object) {
    return new PlacementKey(object.getMetadata().getNamespace(), object.getMetadata().getName());
  }

  /** Returns the Placements that a PlacementDecision may concern: by its label, and by its name. */
  static Stream<PlacementKey> ofDecision(GenericKubernetesResource decision) {
    String namespace = decision.getMetadata().getNamespace();
    return DecisionIndex.placements(decision)
        .map(placement -> new PlacementKey(namespace, placement));
  }

  /** Returns whether a PlacementDecision of the namespace may concern this Placement. */
  boolean mayOwn(GenericKubernetesResource decision) {
    return name.equals(HubObjects.labels(decision).get(DecisionObject.PLACEMENT))
        || DecisionObject.number(name, decision.getMetadata().getName()).isPresent();
  }

  /** Returns the key of the object in a cache. */
  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
