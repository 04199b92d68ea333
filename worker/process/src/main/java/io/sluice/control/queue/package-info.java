/**
 * Processes keys, each by one thread at a time: at once or after a delay, and again after a
 * failure.
 */
package io.sluice.control.queue;
