/**
 * Simulates OCM's governance-policy-propagator on a hub: {@link
 * io.sluice.simulator.propagator.Propagator} starts it.
 */
package io.sluice.simulator.propagator;
