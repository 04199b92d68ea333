package io.sluice.placement.evaluation;

import static java.util.Objects.requireNonNull;

import io.sluice.placement.AddOnScore;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ManagedClusterSet;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.PublishedDecision;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Holds all that the evaluation of a Placement depends on (placement 3). The order of lists has no
 * effect.
 *
 * @param clusters every cluster of the hub
 * @param bindings the names of the ManagedClusterSetBindings in the Placement's namespace
 * @param scores the scores of every cluster; may be empty where {@link
 *     PlacementEvaluator#usesScores} says so
 * @param otherDecisions by cluster, its entries in all PlacementDecisions of the hub but this
 *     Placement's; may be empty where {@link PlacementEvaluator#usesOtherDecisions} says so
 * @param published the PlacementDecisions with this Placement's label, or a name that it may want
 * @param defaultGrouping what counts where the Placement's annotation says nothing
 */
public record EvaluationInput(
    PlacementObject placement,
    List<ManagedCluster> clusters,
    List<ManagedClusterSet> sets,
    List<String> bindings,
    List<AddOnScore> scores,
    Map<String, Integer> otherDecisions,
    List<PublishedDecision> published,
    GroupingMode defaultGrouping,
    Instant now) {
  public EvaluationInput {
    requireNonNull(placement, "placement is null");
    clusters = List.copyOf(clusters);
    sets = List.copyOf(sets);
    bindings = List.copyOf(bindings);
    scores = List.copyOf(scores);
    otherDecisions = Map.copyOf(otherDecisions);
    published = List.copyOf(published);
    requireNonNull(defaultGrouping, "defaultGrouping is null");
    requireNonNull(now, "now is null");
  }
}
