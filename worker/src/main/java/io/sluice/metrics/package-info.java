/**
 * Measures what operators watch, and writes it as Prometheus reads it.
 *
 * <p>{@link io.sluice.metrics.ProcessMetrics} is what every process measures of itself. What
 * belongs to the leader is computed from its caches when it is asked for: {@link
 * io.sluice.metrics.RolloutSeries} and {@link io.sluice.metrics.PolicyMetrics}, which are those of
 * OCM's propagator (policy-propagation 8.6); or collected for one term: {@link
 * io.sluice.metrics.RolloutTimes}, {@link io.sluice.metrics.PropagationFailures}. {@link
 * io.sluice.metrics.MetricsPage} writes all.
 */
package io.sluice.metrics;
