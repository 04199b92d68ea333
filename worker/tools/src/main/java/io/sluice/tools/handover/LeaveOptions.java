package io.sluice.tools.handover;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.propagator.PropagatorNamespaces;
import java.time.Duration;

/**
 * Holds how a hub is handed back.
 *
 * @param abortOpenRollouts whether open rollouts are aborted; else they stand in the way
 * @param deleteRollouts whether Rollouts and revisions are deleted; else they stay for a return
 * @param dryRun whether nothing is changed
 * @param timeout how long overrides may take to be removed, beside OCM's propagator
 * @param leaseNamespace namespace of the Lease of the workers
 * @param propagatorNamespaces where OCM's propagator keeps its Lease
 */
public record LeaveOptions(
    boolean abortOpenRollouts,
    boolean deleteRollouts,
    boolean dryRun,
    Duration timeout,
    String leaseNamespace,
    PropagatorNamespaces propagatorNamespaces) {
  public LeaveOptions {
    requireNonNull(timeout, "timeout is null");
    requireNonNull(leaseNamespace, "leaseNamespace is null");
    requireNonNull(propagatorNamespaces, "propagatorNamespaces is null");
  }
}
