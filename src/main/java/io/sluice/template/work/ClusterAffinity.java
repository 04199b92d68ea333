package io.sluice.template.work;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.LabelSelector;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.strategy.LabelSelectorReader;
import io.sluice.rollout.strategy.SettingNode;
import io.sluice.rollout.strategy.SettingNode.ProblemCollector;
import io.sluice.template.LazyFields;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Selects clusters as {@code placement.clusterAffinity} does: all given parts must match; without
 * one it selects every cluster (lazy-activation 2.9).
 */
record ClusterAffinity(List<String> names, List<String> excluded, Optional<LabelSelector> labels) {
  /** Reads it from the placement of an active snapshot, which was checked before. */
  static ClusterAffinity of(Map<String, Object> placement) {
    Map<String, Object> affinity = JsonTree.map(placement, "clusterAffinity");
    return new ClusterAffinity(
        JsonTree.texts(affinity, "clusterNames"),
        JsonTree.texts(affinity, "exclude"),
        LabelSelectorReader.read(
            new SettingNode(
                "labelSelector", affinity.get("labelSelector"), new ProblemCollector())));
  }

  /** Returns the known clusters that the placement of an intent selects, sorted. */
  static List<String> selected(
      Map<String, Object> snapshot, Map<String, Map<String, String>> inventory) {
    ClusterAffinity affinity = of(JsonTree.map(snapshot, LazyFields.PLACEMENT));
    return inventory.entrySet().stream()
        .filter(cluster -> affinity.selects(cluster.getKey(), cluster.getValue()))
        .map(Map.Entry::getKey)
        .sorted(ByteOrder.NAMES)
        .toList();
  }

  boolean selects(String cluster, Map<String, String> labelsOfCluster) {
    return (names.isEmpty() || names.contains(cluster))
        && !excluded.contains(cluster)
        && labels.filter(selector -> !selector.matches(labelsOfCluster)).isEmpty();
  }
}
