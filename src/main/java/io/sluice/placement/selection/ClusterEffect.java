package io.sluice.placement.selection;

import io.sluice.placement.GroupStrategy;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.Taint;
import io.sluice.placement.spec.PlacementSpec;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Holds what an evaluation of a Placement reads of a cluster: while it stays the same, a change of
 * the cluster needs no new evaluation.
 *
 * @param resources {@code allocatable} and {@code capacity}, where they count
 * @param taints of a cluster that matches the predicates
 * @param entries the decision groups that match such a cluster
 */
record ClusterEffect(
    boolean pooled,
    List<Map<String, Double>> resources,
    boolean matches,
    List<Taint> taints,
    List<Integer> entries) {
  private static final ClusterEffect NONE =
      new ClusterEffect(false, List.of(), false, List.of(), List.of());

  static ClusterEffect of(
      ManagedCluster cluster,
      PlacementSpec spec,
      PredicateMatcher predicates,
      SchedulingFacts facts) {
    if (!facts.sets().pools(cluster)) {
      return NONE;
    }
    List<Map<String, Double>> resources =
        spec.usesResources() ? List.of(cluster.allocatable(), cluster.capacity()) : List.of();
    return predicates.passes(predicates.matchAnew(cluster, facts.scores()))
        ? new ClusterEffect(
            true, resources, true, cluster.taints(), entries(cluster, spec.groups()))
        : new ClusterEffect(true, resources, false, List.of(), List.of());
  }

  private static List<Integer> entries(ManagedCluster cluster, GroupStrategy groups) {
    return IntStream.range(0, groups.entries().size())
        .filter(entry -> groups.entries().get(entry).selector().matches(cluster))
        .boxed()
        .toList();
  }
}
