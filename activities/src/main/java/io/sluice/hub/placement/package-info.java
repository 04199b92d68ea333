/**
 * Reads what a Placement is evaluated from, and writes what it evaluates to (placement 2, 6, 7).
 *
 * <p>The {@code …Parser} classes turn objects of the hub into the values of {@code
 * io.sluice.placement}; {@link io.sluice.hub.placement.DecisionWriter} and {@link
 * io.sluice.hub.placement.PlacementStatusWriter} write, {@link
 * io.sluice.hub.placement.ClusterManagerGuard} decides whether that is allowed.
 */
package io.sluice.hub.placement;
