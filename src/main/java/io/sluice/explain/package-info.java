/**
 * Explains for one cluster how an attempt came to what it did, and what it waits for.
 *
 * <p>{@link io.sluice.explain.ClusterExplainer} follows the steps of an attempt, {@link
 * io.sluice.explain.PresentReader} reads one state. It judges nothing: every fact is taken from a
 * step of {@code RolloutPlanner}.
 */
package io.sluice.explain;
