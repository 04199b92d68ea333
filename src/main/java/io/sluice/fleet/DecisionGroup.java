package io.sluice.fleet;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Holds the clusters that a placement decided to treat as one group. */
public record DecisionGroup(GroupKey key, List<String> clusters) {
  public DecisionGroup {
    requireNonNull(key, "key is null");
    clusters = List.copyOf(clusters);
  }
}
