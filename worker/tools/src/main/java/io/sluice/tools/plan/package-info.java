/**
 * Shows what a rollout would do before anything moves: {@link io.sluice.tools.plan.PlanCommand} has
 * {@code PlanMaker} read the hub through {@link io.sluice.tools.plan.PlanReader}, or files alone
 * through {@code FilePlanReader}, and the attempt played forward by {@link
 * io.sluice.forecast.Forecaster}. {@code AppliedFiles}, {@code AppliedPlacements} and {@code
 * AppliedActivation} compute what the hub has once files are applied, {@code PlanComparer} what
 * that changes, {@code PlacementDifferenceReader} what it changes of Placements. {@link
 * io.sluice.tools.plan.ForecastPrinter} and {@link io.sluice.tools.plan.ForecastDocument} format
 * any course.
 */
package io.sluice.tools.plan;
