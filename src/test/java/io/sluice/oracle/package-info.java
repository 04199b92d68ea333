/**
 * Decides again what a step decides, from the status of every cluster by name: the oracle behind
 * the conformance cases and the simulation (rollout-strategy section 2).
 *
 * <p>{@link io.sluice.oracle.SelectionFunction} is the entrance. It classifies clusters in its own
 * way, and counts and decides through the product's {@link io.sluice.plan.tracking.GroupCounter}
 * and {@link io.sluice.plan.StartPlanner}.
 */
package io.sluice.oracle;
