/**
 * Writes what the gate lets a worker write, and finds out whether it stands: {@link
 * io.sluice.hub.gate.TicketWriter} puts tickets on replicas, {@link io.sluice.hub.gate.GateCheck}
 * asks the hub by requests that change nothing (gate 3 and 4).
 */
package io.sluice.hub.gate;
