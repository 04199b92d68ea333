/**
 * Decides what stands on a hub where OCM's propagator writes the replicas: a Placement and a
 * restricted PlacementBinding of Sluice, which enforce the policy on the clusters that the pages of
 * the Placement list (policy-propagation 14).
 *
 * <p>{@link io.sluice.beside.PagePlanner} plans the pages, {@link io.sluice.beside.OverrideIntent}
 * decides whether the override is to stand, and {@link io.sluice.beside.OverrideStep} what is to be
 * done next. All three are functions of what stands now, so a crash at any point changes nothing.
 * {@link io.sluice.beside.PropagatorDelay} decides when the propagator is late.
 */
package io.sluice.beside;
