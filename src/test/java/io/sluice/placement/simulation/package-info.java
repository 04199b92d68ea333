/**
 * Simulates fleets whose clusters join, leave and are relabelled while a Placement is evaluated and
 * its PlacementDecisions are written, with crashes and edits by hand, and checks the promises of
 * placement 4, 5, 8, 9 and 11.2 after every evaluation and every write.
 */
package io.sluice.placement.simulation;
