/**
 * Serves rollouts as pages on the loopback address, with the rights of the person who started it.
 *
 * <p>{@link io.sluice.dashboard.DashboardServer} answers requests that {@link
 * io.sluice.dashboard.SessionGuard} lets through; {@link io.sluice.dashboard.RolloutWatch} follows
 * the hub, {@link io.sluice.dashboard.EventStreams} sends what changed to open pages.
 */
package io.sluice.dashboard;
