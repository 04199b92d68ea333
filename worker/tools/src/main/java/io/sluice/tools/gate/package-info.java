/**
 * Shows whether the gate stands that holds staged changes: {@link
 * io.sluice.tools.gate.GateVerifyCommand} asks the hub as the worker does, with the check that the
 * worker runs.
 */
package io.sluice.tools.gate;
