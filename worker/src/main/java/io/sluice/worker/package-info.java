/** Starts a Sluice process and wires its parts: {@link io.sluice.worker.Sluice} is the map. */
package io.sluice.worker;
