package io.sluice.template;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.fleet.LabelSelector;
import io.sluice.placement.GroupStrategy;
import io.sluice.placement.GroupedClusters;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.NamedGroup;
import io.sluice.placement.grouping.RecomputeGrouper;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Holds how a template goes from cluster to cluster: a rollout strategy, and the groups of its
 * clusters (lazy-activation 3).
 *
 * @param ignored selects the clusters whose status is ignored
 */
public record StagedStrategy(
    Strategy strategy, GroupStrategy groups, Optional<LabelSelector> ignored) {
  public StagedStrategy {
    requireNonNull(strategy, "strategy is null");
    requireNonNull(groups, "groups is null");
    requireNonNull(ignored, "ignored is null");
  }

  /** Returns whether all clusters get it at once, without a rollout. */
  public boolean atOnce() {
    return strategy.type() == StrategyType.ALL;
  }

  /**
   * Groups clusters as a Placement's are, and leaves out groups without clusters.
   *
   * @param name of the binding, which stands for that of the Placement
   */
  public List<DecisionGroup> group(String name, List<ManagedCluster> target) {
    return RecomputeGrouper.group(name, GroupedClusters.of(groups, target)).stream()
        .filter(group -> !group.clusters().isEmpty())
        .toList();
  }

  /** Returns every group that it declares, those without clusters after the others. */
  public List<GroupKey> declared(String name, List<ManagedCluster> target) {
    List<GroupKey> keys = new ArrayList<>();
    group(name, target).forEach(group -> keys.add(group.key()));
    groups.entries().stream()
        .map(NamedGroup::name)
        .filter(entry -> keys.stream().noneMatch(key -> key.name().equals(entry)))
        .distinct()
        .forEach(entry -> keys.add(new GroupKey(name, entry, keys.size())));
    return keys;
  }

  /** Returns the strategy with its defaults for so many clusters (rollout-strategy 1.5). */
  public Strategy forClusters(int clusters) {
    return strategy.withDefaultConcurrency(
        groups.explicitSize().stream().map(size -> size.limitOf(clusters)).toList());
  }
}
