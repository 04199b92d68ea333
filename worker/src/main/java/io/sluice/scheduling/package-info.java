/**
 * Evaluates Placements while the process leads (placement 10).
 *
 * <p>{@link io.sluice.scheduling.PlacementRouter} routes events of the hub to {@link
 * io.sluice.scheduling.PlacementController}, which queues the Placements that they concern; {@link
 * io.sluice.scheduling.PlacementReconciler} evaluates one and writes what must change. What is read
 * for that comes from {@link io.sluice.scheduling.EvaluationInputs}.
 */
package io.sluice.scheduling;
