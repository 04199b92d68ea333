package io.sluice.placement;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.BiConsumer;

/** Holds clusters with the entry of a strategy that takes each of them: found once, used often. */
public final class GroupedClusters {
  private final GroupStrategy strategy;
  private final List<ManagedCluster> clusters;
  private final int[] entries;

  private GroupedClusters(GroupStrategy strategy, List<ManagedCluster> clusters) {
    this.strategy = requireNonNull(strategy, "strategy is null");
    this.clusters = List.copyOf(clusters);
    this.entries = this.clusters.stream().mapToInt(strategy::entryOf).toArray();
  }

  /** Finds the entries of these clusters. */
  public static GroupedClusters of(GroupStrategy strategy, List<ManagedCluster> clusters) {
    return new GroupedClusters(strategy, clusters);
  }

  public GroupStrategy strategy() {
    return strategy;
  }

  public int size() {
    return clusters.size();
  }

  /** Passes on each cluster with its entry, as {@link GroupStrategy#entryOf} has it, in order. */
  public void forEach(BiConsumer<ManagedCluster, Integer> consumer) {
    for (int i = 0; i < entries.length; i++) {
      consumer.accept(clusters.get(i), entries[i]);
    }
  }
}
