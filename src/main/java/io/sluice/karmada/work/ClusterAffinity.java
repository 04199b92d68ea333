package io.sluice.karmada.work;

import io.sluice.fleet.LabelSelector;
import io.sluice.policy.JsonTree;
import io.sluice.strategy.LabelSelectorReader;
import io.sluice.strategy.SettingNode;
import io.sluice.strategy.SettingNode.ProblemCollector;
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

  boolean selects(String cluster, Map<String, String> labelsOfCluster) {
    return (names.isEmpty() || names.contains(cluster))
        && !excluded.contains(cluster)
        && labels.filter(selector -> !selector.matches(labelsOfCluster)).isEmpty();
  }
}
