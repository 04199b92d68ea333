/**
 * Explains Placements to users: {@link io.sluice.tools.placement.PlacementExplainCommand} why a
 * cluster is chosen or not, {@link io.sluice.tools.placement.PlacementDifference} what a change
 * would move. Both evaluate with the code that the worker runs.
 */
package io.sluice.tools.placement;
