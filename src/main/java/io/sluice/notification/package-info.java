/**
 * What people are told of rollouts, to whom, and in which format (between-waves 5).
 *
 * <p>Nothing here sends: a {@link io.sluice.notification.Notice} waits in the status of its Rollout
 * until each receiver has it.
 */
package io.sluice.notification;
