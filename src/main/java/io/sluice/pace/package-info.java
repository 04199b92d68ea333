/**
 * Spaces what is done again and again.
 *
 * <p>{@link io.sluice.pace.Pace} says when something may be done again; which changes wait for
 * that, and which do not, whoever does it decides.
 */
package io.sluice.pace;
