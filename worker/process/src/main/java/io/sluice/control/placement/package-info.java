/**
 * Evaluates Placements while the process leads (placement 10).
 *
 * <p>{@link io.sluice.control.placement.PlacementRouter} routes events of the hub to {@link
 * io.sluice.control.placement.PlacementController}, which queues the Placements that they concern;
 * {@link io.sluice.control.placement.PlacementReconciler} evaluates one and writes what must
 * change. What is read for that comes from {@link io.sluice.control.placement.EvaluationInputs}.
 */
package io.sluice.control.placement;
