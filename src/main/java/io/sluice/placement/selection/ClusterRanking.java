package io.sluice.placement.selection;

import io.sluice.fleet.ByteOrder;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ScoreTable;
import io.sluice.placement.spec.Prioritizer;
import io.sluice.placement.spec.PrioritizerWeights;
import io.sluice.placement.spec.ScoreCoordinate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Scores clusters and puts them in order: score descending, then name (placement 3.4).
 *
 * <p>A score is the sum of weight x prioritizer.
 */
public final class ClusterRanking {
  private static final int BEST = 100;

  private final PrioritizerWeights weights;
  private final Set<String> published;
  private final Map<String, Integer> otherDecisions;
  private final int mostDecisions;
  private final ScoreTable scores;
  private final Map<Prioritizer, ResourceRange> ranges = new HashMap<>();

  /**
   * @param pool the clusters that the namespace may use, whose resources are compared; may be empty
   *     where no weight is on a resource
   * @param published the clusters in the Placement's decisions
   * @param otherDecisions by cluster, its entries in the decisions of all other Placements
   */
  ClusterRanking(
      PrioritizerWeights weights,
      List<ManagedCluster> pool,
      Set<String> published,
      Map<String, Integer> otherDecisions,
      ScoreTable scores) {
    this.weights = weights;
    this.published = published;
    this.otherDecisions = otherDecisions;
    this.mostDecisions =
        weights.uses(Prioritizer.BALANCE)
            ? otherDecisions.values().stream().mapToInt(Integer::intValue).max().orElse(0)
            : 0;
    this.scores = scores;
    for (Prioritizer each : List.of(Prioritizer.ALLOCATABLE_CPU, Prioritizer.ALLOCATABLE_MEMORY)) {
      if (weights.uses(each)) {
        ranges.put(each, ResourceRange.of(resource(each), pool));
      }
    }
  }

  /** Returns the clusters in order, the first with the highest score. */
  List<ManagedCluster> sorted(List<ManagedCluster> clusters) {
    Map<ManagedCluster, Long> byCluster = new IdentityHashMap<>();
    clusters.forEach(cluster -> byCluster.put(cluster, score(cluster)));
    return clusters.stream()
        .sorted(
            Comparator.<ManagedCluster>comparingLong(byCluster::get)
                .reversed()
                .thenComparing(ManagedCluster::name, ByteOrder.NAMES))
        .toList();
  }

  /** Returns the score of a cluster. */
  public long score(ManagedCluster cluster) {
    long sum = 0;
    for (Map.Entry<ScoreCoordinate, Integer> each : weights.byCoordinate().entrySet()) {
      sum += (long) each.getValue() * value(each.getKey(), cluster);
    }
    return sum;
  }

  /** Returns the weight of a prioritizer. */
  public int weight(ScoreCoordinate coordinate) {
    return weights.byCoordinate().getOrDefault(coordinate, 0);
  }

  /** Returns what each prioritizer that has a weight gives a cluster, before the weight. */
  public Map<ScoreCoordinate, Integer> parts(ManagedCluster cluster) {
    Map<ScoreCoordinate, Integer> parts = new LinkedHashMap<>();
    weights.byCoordinate().keySet().forEach(each -> parts.put(each, value(each, cluster)));
    return parts;
  }

  private int value(ScoreCoordinate coordinate, ManagedCluster cluster) {
    return switch (coordinate.prioritizer()) {
      case STEADY -> published.contains(cluster.name()) ? BEST : 0;
      case BALANCE -> balance(otherDecisions.getOrDefault(cluster.name(), 0));
      case ADD_ON ->
          scores.value(cluster.name(), coordinate.resourceName(), coordinate.scoreName()).orElse(0);
      case ALLOCATABLE_CPU, ALLOCATABLE_MEMORY ->
          ranges.get(coordinate.prioritizer()).score(cluster);
    };
  }

  private int balance(int decisions) {
    // 0 of 5 -> 100; 2 of 5 -> 18; 5 of 5 -> -100
    return decisions == 0 ? BEST : 2 * (int) (100.0 * (0.5 - (double) decisions / mostDecisions));
  }

  private static String resource(Prioritizer prioritizer) {
    return prioritizer == Prioritizer.ALLOCATABLE_CPU ? "cpu" : "memory";
  }
}
