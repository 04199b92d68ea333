package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.WriteDater;
import io.sluice.hub.placement.PlacementObjectParser;
import io.sluice.hub.placement.PublishedDecisionParser;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.snapshot.PlacementSnapshot;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Parses placements and their decisions as the hub has them (placement 11). */
final class PlacementSnapshotParser {
  private PlacementSnapshotParser() {}

  /** Parses a Placement and the PlacementDecisions that carry its label. */
  static PlacementSnapshot parse(
      GenericKubernetesResource placement, List<GenericKubernetesResource> decisions, Instant now) {
    return PlacementSnapshot.of(
        PlacementObjectParser.parse(placement),
        decisions.stream()
            .map(PublishedDecisionParser::parse)
            .map(PublishedDecision::object)
            .toList(),
        Stream.concat(Stream.of(placement), decisions.stream())
            .map(object -> WriteDater.written(object.getMetadata(), now))
            .flatMap(Optional::stream)
            .max(Comparator.naturalOrder()),
        now);
  }

  /**
   * Parses a PlacementRule.
   *
   * @param groupsOf what the key of its group names as the placement
   */
  static PlacementSnapshot parseRule(GenericKubernetesResource rule, String groupsOf) {
    return PlacementSnapshot.ofRule(
        rule.getMetadata().getName(), groupsOf, PublishedDecisionParser.clusters(rule));
  }
}
