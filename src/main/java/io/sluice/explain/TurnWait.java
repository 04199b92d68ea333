package io.sluice.explain;

/**
 * Says what keeps a cluster from starting.
 *
 * @param cause the same for as long as it waits for the same thing; has no numbers
 * @param text with the numbers that decide it, without a point at its end
 */
record TurnWait(String cause, String text) {}
