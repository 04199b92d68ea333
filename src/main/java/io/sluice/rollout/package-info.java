/**
 * Holds the values of a rollout: an attempt, its state, what was observed, what is to be done, what
 * is reported.
 */
package io.sluice.rollout;
