package io.sluice.status;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Dispatch;
import io.sluice.policy.Verdict;
import java.util.Optional;

/**
 * Holds what a cluster has after the end of an attempt.
 *
 * @param dispatch by which attempt it was given that; empty where no rollout wrote it
 * @param verdict what it proves of the attempt's version; silent if it has another
 */
public record EndedCluster(String cluster, Optional<Dispatch> dispatch, Verdict verdict) {
  public EndedCluster {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(dispatch, "dispatch is null");
    requireNonNull(verdict, "verdict is null");
  }
}
