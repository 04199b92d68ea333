package io.sluice.hub.placement;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.LabelSelector;
import io.sluice.hub.client.HubObjects;
import io.sluice.placement.ManagedClusterSet;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.strategy.LabelSelectorReader;
import io.sluice.rollout.strategy.SettingNode;
import io.sluice.rollout.strategy.SettingNode.ProblemCollector;
import java.util.Map;
import java.util.Optional;

/** Parses ManagedClusterSets (placement 3.1). */
public final class ManagedClusterSetParser {
  private ManagedClusterSetParser() {}

  /**
   * Parses a set. One whose selector cannot be used gets a type that says so: which clusters are in
   * it is unknown, as with any type that is unknown.
   */
  public static ManagedClusterSet parse(GenericKubernetesResource object) {
    Map<String, Object> selector = JsonTree.map(HubObjects.part(object, "spec"), "clusterSelector");
    ProblemCollector problems = new ProblemCollector();
    Optional<LabelSelector> labels =
        LabelSelectorReader.read(
            new SettingNode("labelSelector", selector.get("labelSelector"), problems));
    String type = JsonTree.text(selector, "selectorType").orElse("");
    return new ManagedClusterSet(
        object.getMetadata().getName(),
        problems.problems().isEmpty() ? type : type + " with a wrong selector",
        labels);
  }
}
