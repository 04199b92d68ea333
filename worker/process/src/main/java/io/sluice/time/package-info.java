/**
 * Tells the time of the process, and runs what is due later.
 *
 * <p>Whatever waits, repeats or measures takes {@link io.sluice.time.ProcessTime}: the process
 * hands down one, a test another, which it advances by hand.
 */
package io.sluice.time;
