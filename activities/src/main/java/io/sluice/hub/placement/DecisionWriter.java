package io.sluice.hub.placement;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.OwnerReferences;
import io.sluice.hub.crd.Kinds;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.write.DecisionWrite;
import io.sluice.placement.write.DecisionWrite.CreateDecision;
import io.sluice.placement.write.DecisionWrite.DeleteDecision;
import io.sluice.placement.write.DecisionWrite.WriteClusters;
import io.sluice.placement.write.DecisionWrite.WriteLabels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the PlacementDecisions of one Placement (placement 6 and 9).
 *
 * <p>Each write is one request, and fails with a conflict unless the object is still at the version
 * that was read.
 */
public final class DecisionWriter {
  private final HubApi hub;
  private final PlacementObject placement;

  public DecisionWriter(KubernetesClient client, PlacementObject placement) {
    this.hub = new HubApi(client);
    this.placement = requireNonNull(placement, "placement is null");
  }

  /**
   * Performs a write.
   *
   * @return the object as it is now; empty when it was deleted
   * @throws KubernetesClientException if the hub refuses it, with 409 or 404 because the object
   *     changed
   */
  public Optional<PublishedDecision> write(DecisionWrite write) {
    if (write instanceof CreateDecision create) {
      return Optional.of(PublishedDecisionParser.parse(created(create)));
    }
    if (write instanceof WriteClusters clusters) {
      return Optional.of(
          PublishedDecisionParser.parse(
              hub.merge(
                  Kinds.PLACEMENT_DECISION,
                  at(clusters.name(), clusters.resourceVersion()),
                  "status",
                  Map.of("status", Map.of("decisions", decisions(clusters.clusters()))))));
    }
    if (write instanceof WriteLabels labels) {
      return Optional.of(
          PublishedDecisionParser.parse(
              hub.merge(
                  Kinds.PLACEMENT_DECISION,
                  at(labels.name(), labels.resourceVersion()),
                  "",
                  Map.of("metadata", Map.of("labels", labels.labels())))));
    }
    if (write instanceof DeleteDecision delete) {
      hub.delete(
          Kinds.PLACEMENT_DECISION,
          HubObjects.object(Kinds.PLACEMENT_DECISION, at(delete.name(), delete.resourceVersion())));
      return Optional.empty();
    }
    throw new IllegalStateException("a write of an unknown kind: " + write);
  }

  private GenericKubernetesResource created(CreateDecision create) {
    return hub.create(
        Kinds.PLACEMENT_DECISION,
        HubObjects.object(
            Kinds.PLACEMENT_DECISION,
            new ObjectMetaBuilder()
                .withNamespace(placement.namespace())
                .withName(create.name())
                .withLabels(create.labels())
                .withOwnerReferences(OwnerReferences.ofPlacement(placement.name(), placement.uid()))
                .build()));
  }

  private ObjectMeta at(String name, String resourceVersion) {
    return new ObjectMetaBuilder()
        .withNamespace(placement.namespace())
        .withName(name)
        .withResourceVersion(resourceVersion)
        .build();
  }

  /** The schema requires a reason, also an empty one. */
  private static List<Map<String, Object>> decisions(List<String> clusters) {
    return clusters.stream().map(DecisionWriter::decision).toList();
  }

  private static Map<String, Object> decision(String cluster) {
    Map<String, Object> decision = new LinkedHashMap<>();
    decision.put("clusterName", cluster);
    decision.put("reason", "");
    return decision;
  }
}
