/**
 * Chooses the clusters of a Placement (placement 3).
 *
 * <p>{@link io.sluice.placement.selection.PlacementScheduler} takes the clusters through pool,
 * predicates, taints, ranking and cut, and keeps for each where it ended.
 */
package io.sluice.placement.selection;
