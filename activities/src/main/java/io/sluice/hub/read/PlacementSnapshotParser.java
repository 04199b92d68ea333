package io.sluice.hub.read;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.hub.client.HubObjects;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.snapshot.PlacementSnapshot;
import io.sluice.policy.JsonTree;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Parses placements and their decisions as the hub has them (placement 11). */
final class PlacementSnapshotParser {
  private PlacementSnapshotParser() {}

  /** Parses a Placement and the PlacementDecisions that carry its label. */
  static PlacementSnapshot parse(
      GenericKubernetesResource placement, List<GenericKubernetesResource> decisions, Instant now) {
    return PlacementSnapshot.of(
        placement(placement),
        decisions.stream().map(PlacementSnapshotParser::decision).toList(),
        Stream.concat(Stream.of(placement), decisions.stream())
            .map(HasMetadata::getMetadata)
            .flatMap(PlacementSnapshotParser::written)
            .map(Instant::parse)
            .max(Comparator.naturalOrder()),
        now);
  }

  /**
   * Parses a PlacementRule.
   *
   * @param groupsOf what the key of its group names as the placement
   */
  static PlacementSnapshot parseRule(GenericKubernetesResource rule, String groupsOf) {
    return PlacementSnapshot.ofRule(rule.getMetadata().getName(), groupsOf, clusters(rule));
  }

  private static PlacementObject placement(GenericKubernetesResource object) {
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

  private static DecisionObject decision(GenericKubernetesResource object) {
    return new DecisionObject(
        object.getMetadata().getName(), HubObjects.labels(object), clusters(object));
  }

  private static List<String> clusters(GenericKubernetesResource object) {
    return JsonTree.maps(HubObjects.part(object, "status"), "decisions").stream()
        .flatMap(decision -> JsonTree.text(decision, "clusterName").stream())
        .toList();
  }

  private static Stream<String> written(ObjectMeta meta) {
    Stream<String> updates =
        requireNonNullElse(meta.getManagedFields(), List.<ManagedFieldsEntry>of()).stream()
            .map(ManagedFieldsEntry::getTime);
    return Stream.concat(updates, Stream.of(meta).map(ObjectMeta::getCreationTimestamp))
        .filter(Objects::nonNull);
  }
}
