/**
 * Shows what a rollout would do before anything moves: {@link io.sluice.cli.plan.PlanCommand} reads
 * the hub through {@link io.sluice.cli.plan.PlanReader} and has the attempt played forward by
 * {@link io.sluice.forecast.Forecaster}; {@link io.sluice.cli.plan.ForecastPrinter} and {@link
 * io.sluice.cli.plan.ForecastTree} format any course.
 */
package io.sluice.cli.plan;
