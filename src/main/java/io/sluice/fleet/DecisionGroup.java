package io.sluice.fleet;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Holds the clusters of one decision group of a placement. */
public record DecisionGroup(GroupKey key, List<String> clusters) {
  public DecisionGroup {
    requireNonNull(key, "key is null");
    clusters = List.copyOf(clusters);
  }
}
