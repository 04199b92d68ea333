/**
 * Measures what operators watch, and writes it as Prometheus reads it.
 *
 * <p>{@link io.sluice.process.metrics.ProcessMetrics} is what every process measures of itself,
 * {@link io.sluice.process.metrics.TermMetrics} what a leader knows of policies and rollouts:
 * computed from its caches when it is asked for, or collected for one term. The metrics of policies
 * have the names that OCM's propagator gives them (policy-propagation 8.6). {@link
 * io.sluice.process.metrics.MetricsPage} writes all.
 */
package io.sluice.process.metrics;
