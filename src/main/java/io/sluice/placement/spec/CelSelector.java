package io.sluice.placement.spec;

import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ScoreTable;
import java.util.Optional;

/** Selects clusters by CEL expressions, all of which must be true (placement 3.2). */
public interface CelSelector {
  /**
   * Returns why a cluster does not match: the expression that is not true, or its error; empty if
   * the cluster matches.
   */
  Optional<String> mismatch(ManagedCluster cluster, ScoreTable scores);

  /** Returns whether the answer depends on scores of add-ons. */
  boolean usesScores();
}
