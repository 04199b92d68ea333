/**
 * Keeps policies that the gate stages: {@link io.sluice.control.gate.GateMonitor} looks whether it
 * stands (gate).
 */
package io.sluice.control.gate;
