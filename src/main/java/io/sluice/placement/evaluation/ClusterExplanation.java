package io.sluice.placement.evaluation;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import io.sluice.placement.selection.SelectionStage;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Explains why a cluster is chosen by a Placement or not.
 *
 * @param stage where the choice ended
 * @param reason one or two sentences that name what decided
 * @param score present where clusters are ranked: for those that are chosen or cut
 * @param group the decision group it is in
 */
public record ClusterExplanation(
    String cluster,
    SelectionStage stage,
    String reason,
    OptionalLong score,
    Optional<GroupKey> group) {
  public ClusterExplanation {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(stage, "stage is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(score, "score is null");
    requireNonNull(group, "group is null");
  }
}
