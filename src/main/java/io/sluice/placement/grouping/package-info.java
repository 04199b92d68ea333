/**
 * Puts the clusters of a Placement into decision groups, and the groups into PlacementDecisions
 * (placement 4 to 6, 8).
 *
 * <p>{@link io.sluice.placement.grouping.RecomputeGrouper} remembers nothing; {@link
 * io.sluice.placement.grouping.StableGrouper} keeps clusters in the groups that are published;
 * {@link io.sluice.placement.grouping.KeptDecisions} holds on to those of a Placement that cannot
 * be evaluated. {@link io.sluice.placement.grouping.DecisionSlicer} cuts groups into objects.
 */
package io.sluice.placement.grouping;
