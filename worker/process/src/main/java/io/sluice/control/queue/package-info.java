/**
 * Processes keys, each by one thread at a time: at once or after a delay, and again after a
 * failure.
 *
 * <p>{@link io.sluice.control.queue.WriterMonitor} has all keys processed again when another
 * program that writes the same objects starts or stops.
 */
package io.sluice.control.queue;
