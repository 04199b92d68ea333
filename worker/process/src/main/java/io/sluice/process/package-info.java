/** Starts a Sluice process and wires its parts: {@link io.sluice.process.Sluice} lists them. */
package io.sluice.process;
