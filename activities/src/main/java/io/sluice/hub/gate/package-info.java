/**
 * Finds out whether the gate stands: the admission policies of {@code deploy/gate}, which hold each
 * change of a staged policy until the turn of its cluster.
 *
 * <p>{@link io.sluice.hub.gate.GateCheck} sends requests that change nothing, {@link
 * io.sluice.hub.gate.ProbeFailure} explains those that show nothing, and {@link
 * io.sluice.hub.gate.GateJudge} decides what the answers mean: a {@link
 * io.sluice.hub.gate.GateState}. The worker may not read admission policies, and need not: that
 * they are there does not show that they hold.
 */
package io.sluice.hub.gate;
