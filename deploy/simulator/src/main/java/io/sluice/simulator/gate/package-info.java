/** Plays the admission policies of {@code deploy/gate} on a hub in memory. */
package io.sluice.simulator.gate;
