package io.sluice.placement.selection;

import io.sluice.fleet.ByteOrder;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.spec.PlacementSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Chooses the clusters of a Placement with valid spec: pool, predicates, taints, ranking, cut
 * (placement 3).
 *
 * <p>Ranking decides who is in, never the group or the order inside it. One object serves one
 * Placement, and one evaluation at a time.
 */
public final class PlacementScheduler {
  private final PlacementSpec spec;
  private final PredicateMatcher predicates;

  public PlacementScheduler(PlacementSpec spec) {
    this.spec = spec;
    this.predicates = new PredicateMatcher(spec.predicates());
  }

  /** Chooses among all clusters of the hub, given in any order. */
  public ScheduleResult schedule(List<ManagedCluster> clusters, SchedulingFacts facts) {
    predicates.begin();
    List<ScheduledCluster> filtered = new ArrayList<>(clusters.size());
    for (ManagedCluster cluster : ByteOrder.sorted(clusters, ManagedCluster::name)) {
      filtered.add(filter(cluster, facts));
    }
    List<ManagedCluster> candidates = ScheduleResult.at(SelectionStage.SELECTED, filtered);
    ClusterRanking ranking = ranking(filtered, facts);
    if (spec.numberOfClusters().isEmpty()) {
      return new ScheduleResult(filtered, ranking, candidates);
    }
    List<ManagedCluster> ranked = ranking.sorted(candidates);
    int kept = Math.min(spec.numberOfClusters().getAsInt(), ranked.size());
    return new ScheduleResult(cut(filtered, ranked.subList(kept, ranked.size())), ranking, ranked);
  }

  /**
   * Returns whether a change of a cluster can have an effect on what is chosen or how it is
   * grouped.
   *
   * @param facts those of the last evaluation
   */
  public boolean affected(ManagedCluster former, ManagedCluster present, SchedulingFacts facts) {
    return !ClusterEffect.of(former, spec, predicates, facts)
        .equals(ClusterEffect.of(present, spec, predicates, facts));
  }

  /** Returns where the choice ends for one cluster, but for the cut. */
  private ScheduledCluster filter(ManagedCluster cluster, SchedulingFacts facts) {
    if (!facts.sets().anyOf(cluster)) {
      return ended(cluster, SelectionStage.NOT_IN_POOL);
    }
    if (cluster.deleting()) {
      return ended(cluster, SelectionStage.DELETING);
    }
    int predicate = predicates.match(cluster, facts.scores());
    if (!predicates.passes(predicate)) {
      return ended(cluster, SelectionStage.PREDICATE);
    }
    TaintCheck taints = taints(cluster, facts);
    return new ScheduledCluster(
        cluster,
        taints.blocking().isPresent() ? SelectionStage.TAINT : SelectionStage.SELECTED,
        predicate,
        taints);
  }

  private TaintCheck taints(ManagedCluster cluster, SchedulingFacts facts) {
    return cluster.taints().isEmpty()
        ? TaintCheck.PASSED
        : TaintCheck.of(
            cluster.taints(),
            spec.tolerations(),
            facts.published().contains(cluster.name()),
            facts.now());
  }

  /**
   * Returns when the first toleration of a tolerated, published cluster ends, whether or not it is
   * still chosen (placement 3.3); empty if none ends.
   */
  public Optional<Instant> tolerationEnd(List<ManagedCluster> clusters, SchedulingFacts facts) {
    if (!spec.toleratesForATime()) {
      return Optional.empty();
    }
    return clusters.stream()
        .filter(cluster -> !cluster.taints().isEmpty())
        .filter(cluster -> facts.published().contains(cluster.name()))
        .flatMap(cluster -> taints(cluster, facts).until().stream())
        .min(Comparator.naturalOrder());
  }

  private ClusterRanking ranking(List<ScheduledCluster> filtered, SchedulingFacts facts) {
    return new ClusterRanking(
        spec.weights(),
        spec.weights().useResources() ? pool(filtered) : List.of(),
        facts.published(),
        facts.otherDecisions(),
        facts.scores());
  }

  private static List<ManagedCluster> pool(List<ScheduledCluster> filtered) {
    return filtered.stream()
        .filter(each -> each.stage() != SelectionStage.NOT_IN_POOL)
        .filter(each -> each.stage() != SelectionStage.DELETING)
        .map(ScheduledCluster::cluster)
        .toList();
  }

  private static List<ScheduledCluster> cut(
      List<ScheduledCluster> filtered, List<ManagedCluster> losers) {
    Set<ManagedCluster> out = Collections.newSetFromMap(new IdentityHashMap<>());
    out.addAll(losers);
    List<ScheduledCluster> result = new ArrayList<>(filtered.size());
    for (ScheduledCluster each : filtered) {
      result.add(
          out.contains(each.cluster())
              ? new ScheduledCluster(
                  each.cluster(), SelectionStage.CUT, each.predicate(), each.taints())
              : each);
    }
    return result;
  }

  private static ScheduledCluster ended(ManagedCluster cluster, SelectionStage stage) {
    return new ScheduledCluster(cluster, stage, PredicateMatcher.NONE, TaintCheck.PASSED);
  }
}
