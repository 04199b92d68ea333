/**
 * Provides the clocks of the process, and the threads that run tasks later.
 *
 * <p>Whatever waits, repeats or measures takes {@link io.sluice.time.ProcessTime}: a process passes
 * {@link io.sluice.time.ProcessTime#SYSTEM} to its parts, a test one that it advances by hand.
 */
package io.sluice.time;
