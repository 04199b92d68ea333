package io.sluice.tools.handover;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Holds how a hub is handed back.
 *
 * @param abortOpenRollouts whether open rollouts are aborted; else they stand in the way
 * @param deleteRollouts whether Rollouts and revisions are deleted; else they stay for a return
 * @param dryRun whether nothing is changed
 * @param timeout how long overrides may take to be removed, beside OCM's propagator
 * @param leaseNamespace namespace of the Lease of the workers
 */
public record LeaveOptions(
    boolean abortOpenRollouts,
    boolean deleteRollouts,
    boolean dryRun,
    Duration timeout,
    String leaseNamespace) {
  public LeaveOptions {
    requireNonNull(timeout, "timeout is null");
    requireNonNull(leaseNamespace, "leaseNamespace is null");
  }
}
