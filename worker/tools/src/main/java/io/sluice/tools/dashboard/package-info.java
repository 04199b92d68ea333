/**
 * Serves rollouts as pages on the loopback address, with the rights of the person who started it.
 *
 * <p>{@link io.sluice.tools.dashboard.DashboardServer} answers requests that {@link
 * io.sluice.tools.dashboard.SessionGuard} lets through; {@link io.sluice.tools.status.RolloutWatch}
 * follows the hub, {@link io.sluice.tools.dashboard.EventStreams} sends what changed to open pages.
 */
package io.sluice.tools.dashboard;
