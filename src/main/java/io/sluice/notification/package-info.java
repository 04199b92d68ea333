/**
 * What people are told of rollouts, to whom, and in which format (between-waves 5).
 *
 * <p>Nothing here sends: a {@link io.sluice.notification.Notice} waits in the status of its Rollout
 * until each receiver has it.
 *
 * <p>{@link io.sluice.notification.NotificationRuleReader} reads whom to tell, {@link
 * io.sluice.notification.NoticeFormatter} writes what they are told. The words are those of {@code
 * NoticeTitle} and {@code NoticeFacts}, in all formats.
 */
package io.sluice.notification;
