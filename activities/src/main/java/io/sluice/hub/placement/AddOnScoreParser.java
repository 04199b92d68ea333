package io.sluice.hub.placement;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.placement.AddOnScore;
import io.sluice.policy.JsonTree;
import java.util.List;
import java.util.Map;

/** Parses AddOnPlacementScores (placement 3.4). */
public final class AddOnScoreParser {
  private AddOnScoreParser() {}

  /** Parses the scores of one object; its namespace is the cluster. */
  public static List<AddOnScore> parse(GenericKubernetesResource object) {
    Map<String, Object> status = HubObjects.part(object, "status");
    return JsonTree.maps(status, "scores").stream()
        .map(
            score ->
                new AddOnScore(
                    object.getMetadata().getNamespace(),
                    object.getMetadata().getName(),
                    JsonTree.text(score, "name").orElse(""),
                    (int) JsonTree.number(score, "value"),
                    JsonTree.instant(status, "validUntil")))
        .toList();
  }
}
