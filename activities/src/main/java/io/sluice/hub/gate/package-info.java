/**
 * Writes what the gate admits from a worker, and finds out whether the gate stands: {@link
 * io.sluice.hub.gate.TicketWriter} puts tickets on replicas and takes them back, {@link
 * io.sluice.hub.gate.GateCheck} asks the hub by requests that change nothing (gate 3 and 4).
 */
package io.sluice.hub.gate;
