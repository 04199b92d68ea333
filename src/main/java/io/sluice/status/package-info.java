/**
 * Computes what is written to the status of roots ({@link io.sluice.status.RootStatus}), of
 * PolicySets ({@link io.sluice.status.PolicySetStatus}), and of Rollouts while no run is open
 * ({@link io.sluice.status.IdleStatus}, {@link io.sluice.status.EndedAttemptStatus}).
 */
package io.sluice.status;
