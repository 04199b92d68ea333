/**
 * Serves HTTP with limits (policy-propagation 16b).
 *
 * <p>{@link io.sluice.process.http.HttpListener} opens every server of Sluice: health and metrics,
 * the codec server and the dashboard. {@link io.sluice.process.http.RequestLimits} says how long a
 * request may take and how large it may be, and {@code RequestThreads} closes those that take
 * longer. Tests: {@code HttpListenerTest}, {@code HealthServerTest}.
 */
package io.sluice.process.http;
