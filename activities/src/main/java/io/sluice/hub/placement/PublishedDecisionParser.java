package io.sluice.hub.placement;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.sluice.hub.client.HubObjects;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.policy.JsonTree;
import java.util.List;

/** Parses PlacementDecisions as they are on the hub. */
public final class PublishedDecisionParser {
  private PublishedDecisionParser() {}

  public static PublishedDecision parse(GenericKubernetesResource object) {
    ObjectMeta meta = object.getMetadata();
    return new PublishedDecision(
        new DecisionObject(meta.getName(), HubObjects.labels(object), clusters(object)),
        requireNonNullElse(meta.getResourceVersion(), ""),
        requireNonNullElse(meta.getOwnerReferences(), List.<OwnerReference>of()).stream()
            .filter(owner -> Boolean.TRUE.equals(owner.getController()))
            .map(OwnerReference::getUid)
            .findFirst());
  }

  /** Returns the clusters that a PlacementDecision, or a PlacementRule, lists. */
  public static List<String> clusters(GenericKubernetesResource object) {
    return JsonTree.maps(HubObjects.part(object, "status"), "decisions").stream()
        .flatMap(decision -> JsonTree.text(decision, "clusterName").stream())
        .toList();
  }
}
