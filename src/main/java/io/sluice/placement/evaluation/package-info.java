/**
 * Evaluates a Placement: which clusters, in which groups, what is written about it (placement 3, 7,
 * 8).
 *
 * <p>{@link io.sluice.placement.evaluation.PlacementEvaluator} combines the choice of clusters and
 * their grouping, and decides what stands when the Placement is misconfigured.
 */
package io.sluice.placement.evaluation;
