/**
 * Reads the groups of a Placement from its PlacementDecisions, whichever scheduler writes them
 * (placement 11).
 *
 * <p>{@link io.sluice.placement.snapshot.PlacementSnapshot} holds the groups, and whether the
 * Placement and its decisions agree; a rollout acts only on those that do.
 */
package io.sluice.placement.snapshot;
