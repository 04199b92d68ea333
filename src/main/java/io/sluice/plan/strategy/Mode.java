package io.sluice.plan.strategy;

import java.util.Optional;

/** Lists the ways in which clusters wait for their turn (rollout-strategy 3.1). */
public enum Mode {
  /** K: standalone; a pending cluster keeps the version it had. */
  KEEP_PREVIOUS,
  /** I: standalone; a pending cluster has the new version, as inform. */
  INFORM_FIRST,
  /** B: beside the propagator, which gives every cluster the new version, as inform. */
  BESIDE;

  /** The mode of a policy, whose strategy may say nothing about pending clusters. */
  public static Mode of(boolean beside, Optional<PendingClusters> pendingClusters) {
    if (beside) {
      return BESIDE;
    }
    return pendingClusters.filter(word -> word == PendingClusters.INFORM).isPresent()
        ? INFORM_FIRST
        : KEEP_PREVIOUS;
  }

  /** True where every cluster has the new version from the start, be it as inform. */
  public boolean informsFirst() {
    return this != KEEP_PREVIOUS;
  }
}
