package io.sluice.placement.spec;

import static java.util.Objects.requireNonNull;

import io.sluice.placement.ClusterSelector;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ScoreTable;
import java.util.Optional;

/**
 * Holds an entry of {@code predicates}, whose selectors must all match (placement 3.2).
 *
 * @param cel absent: no condition
 */
public record ClusterPredicate(ClusterSelector selector, Optional<CelSelector> cel) {
  public ClusterPredicate {
    requireNonNull(selector, "selector is null");
    requireNonNull(cel, "cel is null");
  }

  public boolean matches(ManagedCluster cluster, ScoreTable scores) {
    return selector.matches(cluster)
        && (cel.isEmpty() || cel.get().mismatch(cluster, scores).isEmpty());
  }

  /** Returns whether the answer depends on scores of add-ons. */
  public boolean usesScores() {
    return cel.isPresent() && cel.get().usesScores();
  }
}
