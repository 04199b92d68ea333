package io.sluice.tools.preview;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * Holds what the attempt that a worker would start does first.
 *
 * @param number of the attempt
 * @param because why it is due
 * @param strategy the type of the strategy
 * @param pendingClusters what clusters run until their turn: {@code KeepPrevious} or {@code Inform}
 * @param starts the clusters that start at once
 * @param first the writes before any cluster has reported, in their order
 * @param later the writes of later turns; empty for clusters that have the content already
 * @param waitingFor why nothing starts at once
 */
public record AttemptPreview(
    long number,
    String because,
    String strategy,
    String pendingClusters,
    List<Start> starts,
    List<PlannedWrite> first,
    List<PlannedWrite> later,
    Optional<String> waitingFor) {
  public AttemptPreview {
    requireNonNull(because, "because is null");
    requireNonNull(strategy, "strategy is null");
    requireNonNull(pendingClusters, "pendingClusters is null");
    starts = List.copyOf(starts);
    first = List.copyOf(first);
    later = List.copyOf(later);
    requireNonNull(waitingFor, "waitingFor is null");
  }

  /**
   * Holds the clusters of one group that start.
   *
   * @param group label of the group, as in the log of a worker
   */
  public record Start(String group, List<String> clusters) {
    public Start {
      requireNonNull(group, "group is null");
      clusters = List.copyOf(clusters);
    }
  }
}
