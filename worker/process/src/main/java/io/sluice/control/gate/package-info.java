/**
 * Keeps policies that the gate stages: {@link io.sluice.control.gate.GateMonitor} looks whether it
 * stands, {@link io.sluice.control.gate.GatedSupport} supports their attempts, {@link
 * io.sluice.control.gate.GateKeeper} keeps the labels of their replicas (gate).
 */
package io.sluice.control.gate;
