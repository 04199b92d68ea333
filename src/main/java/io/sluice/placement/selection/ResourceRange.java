package io.sluice.placement.selection;

import io.sluice.placement.ManagedCluster;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * Scores clusters by how much of a resource they can allocate, relative to the pool (placement
 * 3.4).
 */
record ResourceRange(String resource, double min, double max) {
  private static final int BEST = 100;

  static ResourceRange of(String resource, List<ManagedCluster> pool) {
    DoubleSummaryStatistics allocatable =
        pool.stream()
            .filter(cluster -> reports(cluster, resource))
            .mapToDouble(cluster -> cluster.allocatable().get(resource))
            .summaryStatistics();
    return new ResourceRange(resource, allocatable.getMin(), allocatable.getMax());
  }

  int score(ManagedCluster cluster) {
    if (!reports(cluster, resource)) {
      return 0;
    }
    if (max == min) {
      return BEST;
    }
    // 2, 4 and 8 cores -> -100, -33, 100
    double share = (cluster.allocatable().get(resource) - min) / (max - min);
    return (int) ((share - 0.5) * 2.0 * 100.0);
  }

  private static boolean reports(ManagedCluster cluster, String resource) {
    return cluster.allocatable().containsKey(resource) && cluster.capacity().containsKey(resource);
  }
}
