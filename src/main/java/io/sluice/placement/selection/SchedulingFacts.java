package io.sluice.placement.selection;

import static java.util.Objects.requireNonNull;

import io.sluice.placement.ScoreTable;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * Holds what the choice of clusters depends on, besides the clusters and the settings of the
 * Placement.
 *
 * @param published names of the clusters in the Placement's decisions
 * @param otherDecisions by cluster, its entries in the decisions of all other Placements
 */
public record SchedulingFacts(
    EligibleSets sets,
    Set<String> published,
    Map<String, Integer> otherDecisions,
    ScoreTable scores,
    Instant now) {
  public SchedulingFacts {
    requireNonNull(sets, "sets is null");
    requireNonNull(published, "published is null");
    otherDecisions = Map.copyOf(otherDecisions);
    requireNonNull(scores, "scores is null");
    requireNonNull(now, "now is null");
  }

  /** Returns those that tell whether a change of a cluster has an effect: they take no memory. */
  public SchedulingFacts lasting() {
    return new SchedulingFacts(sets, Set.of(), Map.of(), scores, now);
  }
}
