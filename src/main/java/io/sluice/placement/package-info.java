/**
 * Chooses clusters for a Placement and puts them into decision groups (placement 1 to 10).
 *
 * <p>This package holds what goes in and what comes out. {@code placement.selection} decides which
 * clusters are chosen, {@code placement.grouping} which group each of them is in, {@code
 * placement.evaluation} combines the two, and {@code placement.write} decides in which order the
 * PlacementDecisions are written, so that no cluster is ever missing.
 */
package io.sluice.placement;
