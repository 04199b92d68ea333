package io.sluice.schedule;

/**
 * A time in which a window is open.
 *
 * @param start in seconds since 1970
 * @param end exclusive
 * @param rule index of the window that opens it
 */
record Opening(long start, long end, int rule) {}
