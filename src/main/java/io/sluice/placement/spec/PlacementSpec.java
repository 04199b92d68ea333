package io.sluice.placement.spec;

import static java.util.Objects.requireNonNull;

import io.sluice.placement.GroupStrategy;
import io.sluice.placement.GroupingMode;
import java.util.List;
import java.util.OptionalInt;

/**
 * Holds the settings of a Placement, parsed and with their defaults (placement 2).
 *
 * @param clusterSets empty: all bound sets
 * @param predicates empty: every cluster matches
 * @param numberOfClusters absent: no cut
 */
public record PlacementSpec(
    List<String> clusterSets,
    List<ClusterPredicate> predicates,
    List<Toleration> tolerations,
    PrioritizerWeights weights,
    OptionalInt numberOfClusters,
    GroupStrategy groups,
    GroupingMode grouping) {
  public PlacementSpec {
    clusterSets = List.copyOf(clusterSets);
    predicates = List.copyOf(predicates);
    tolerations = List.copyOf(tolerations);
    requireNonNull(weights, "weights is null");
    requireNonNull(numberOfClusters, "numberOfClusters is null");
    requireNonNull(groups, "groups is null");
    requireNonNull(grouping, "grouping is null");
  }

  /** Returns whether the choice depends on scores of add-ons: by rank and cut, or by CEL. */
  public boolean usesScores() {
    return numberOfClusters.isPresent() && weights.uses(Prioritizer.ADD_ON)
        || predicates.stream().anyMatch(ClusterPredicate::usesScores);
  }

  /** Returns whether the choice depends on the decisions of other Placements. */
  public boolean usesOtherDecisions() {
    return numberOfClusters.isPresent() && weights.uses(Prioritizer.BALANCE);
  }

  /** Returns whether the choice depends on the resources of clusters. */
  public boolean usesResources() {
    return numberOfClusters.isPresent() && weights.useResources();
  }

  /** Returns whether a toleration ends by itself (placement 3.3). */
  public boolean toleratesForATime() {
    return tolerations.stream().anyMatch(each -> each.seconds().isPresent());
  }
}
