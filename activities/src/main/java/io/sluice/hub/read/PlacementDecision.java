package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the parsed parts of one PlacementDecision.
 *
 * @param index the label of its group's index, as written
 * @param group the label of its group's name; empty when absent
 */
record PlacementDecision(String name, Optional<String> index, String group, List<String> clusters) {
  private static final String PREFIX = "cluster.open-cluster-management.io/";

  /** Label that names the placement of a decision. */
  static final String PLACEMENT = PREFIX + "placement";

  private static final String GROUP_NAME = PREFIX + "decision-group-name";
  private static final String GROUP_INDEX = PREFIX + "decision-group-index";

  PlacementDecision {
    clusters = List.copyOf(clusters);
  }

  static PlacementDecision of(GenericKubernetesResource object) {
    Map<String, String> labels = HubObjects.labels(object);
    return new PlacementDecision(
        object.getMetadata().getName(),
        Optional.ofNullable(labels.get(GROUP_INDEX)),
        labels.getOrDefault(GROUP_NAME, ""),
        JsonTree.maps(HubObjects.part(object, "status"), "decisions").stream()
            .flatMap(decision -> JsonTree.text(decision, "clusterName").stream())
            .toList());
  }

  /** Returns the index as a number; absent when it is negative or no number. */
  Optional<Integer> number() {
    return index.filter(text -> text.matches("[0-9]{1,9}")).map(Integer::valueOf);
  }
}
