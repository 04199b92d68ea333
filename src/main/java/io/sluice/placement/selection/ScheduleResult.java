package io.sluice.placement.selection;

import static java.util.Objects.requireNonNull;

import io.sluice.placement.ManagedCluster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Holds which clusters are chosen, and where the choice ended for all others.
 *
 * @param clusters every cluster of the hub, by name
 * @param ranking how clusters are scored
 * @param candidates those that are chosen or cut, in the order of their rank if there is a cut,
 *     else by name
 */
public record ScheduleResult(
    List<ScheduledCluster> clusters, ClusterRanking ranking, List<ManagedCluster> candidates) {
  public ScheduleResult {
    clusters = List.copyOf(clusters);
    requireNonNull(ranking, "ranking is null");
    candidates = List.copyOf(candidates);
  }

  /** Returns the chosen clusters by name. */
  public List<ManagedCluster> selected() {
    return at(SelectionStage.SELECTED);
  }

  /** Returns the clusters that ended at a stage, by name. */
  public List<ManagedCluster> at(SelectionStage stage) {
    return at(stage, clusters);
  }

  /** A loop, because a large hub has thousands of clusters in each of hundreds of Placements. */
  static List<ManagedCluster> at(SelectionStage stage, List<ScheduledCluster> clusters) {
    List<ManagedCluster> found = new ArrayList<>();
    for (ScheduledCluster each : clusters) {
      if (each.stage() == stage) {
        found.add(each.cluster());
      }
    }
    return Collections.unmodifiableList(found);
  }
}
