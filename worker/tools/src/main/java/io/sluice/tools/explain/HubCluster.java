package io.sluice.tools.explain;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.crd.RolloutStatus;
import java.util.Optional;

/**
 * Holds what the hub shows of a cluster now.
 *
 * @param held which content its replica carries, as a sentence; empty without a replica
 * @param missing whether the hub has no ManagedCluster of that name; asked only without a replica
 * @param exception its entry in the Rollout's status
 * @param rollout what the rollout waits for
 */
public record HubCluster(
    Optional<String> held,
    boolean missing,
    Optional<RolloutStatus.Issue> exception,
    String rollout) {
  public HubCluster {
    requireNonNull(held, "held is null");
    requireNonNull(exception, "exception is null");
    requireNonNull(rollout, "rollout is null");
  }
}
