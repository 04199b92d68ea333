/**
 * Decides how often something may be repeated.
 *
 * <p>{@link io.sluice.pace.Pace} says when it may be done again. Its caller decides which changes
 * wait for that, and which do not.
 */
package io.sluice.pace;
