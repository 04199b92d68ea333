/**
 * Selects which clusters to start, to wait for, or to give up on: the rules F1 to F14 of
 * rollout-strategy section 2, as one pure function.
 *
 * <p>{@link io.sluice.oracle.SelectionFunction} is the entrance. It classifies what is known,
 * counts each scope, and walks the groups in the order of the strategy's type. Whoever has counted
 * already may enter at the {@link io.sluice.plan.StartPlanner}.
 */
package io.sluice.oracle;
