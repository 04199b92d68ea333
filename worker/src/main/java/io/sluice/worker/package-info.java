/** Starts a Sluice process and wires its parts: {@link io.sluice.worker.Sluice} lists them. */
package io.sluice.worker;
