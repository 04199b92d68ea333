/**
 * Serves rollouts as pages: on the loopback address with the rights of the person who started it,
 * or to several persons, to each with the rights of a token of the hub.
 *
 * <p>{@link io.sluice.tools.dashboard.DashboardServer} answers requests that {@link
 * io.sluice.tools.dashboard.SessionGuard} lets through; {@link io.sluice.tools.status.RolloutWatch}
 * follows the hub, {@link io.sluice.tools.dashboard.EventStreams} sends what changed to open pages.
 *
 * <p>{@link io.sluice.tools.dashboard.ServedDashboard} is the one for several persons: {@link
 * io.sluice.tools.dashboard.TokenReviews} asks the hub who somebody is, {@link
 * io.sluice.tools.dashboard.PersonSessions} keeps who has signed in, and each has a {@link
 * io.sluice.tools.dashboard.PersonalDashboard} and a client of {@link
 * io.sluice.tools.dashboard.PersonClients}. Tests: {@code ServedDashboardTest}, {@code
 * DashboardServeIT}.
 */
package io.sluice.tools.dashboard;
