/**
 * What people are to be told of a Rollout waits in its status until each receiver has it
 * (between-waves N2).
 *
 * <p>{@link io.sluice.hub.notification.NoticeRules} says whom to tell what; {@link
 * io.sluice.hub.notification.NoticeRecorder} adds to every status that is written what {@code
 * io.sluice.hub.change} finds, as {@code NoticeDrafter} words it; {@link
 * io.sluice.hub.notification.PendingNotices} takes away what receivers have been told. Only {@code
 * io.sluice.hub.write} writes it. {@link io.sluice.hub.notification.UntoldNotices} says to people
 * who look what waits for long.
 *
 * <p>Tests: {@code NoticeRecorderTest}, {@code NoticeDrafterTest}, {@code PendingNoticesTest},
 * {@code SelectedRulesTest}.
 */
package io.sluice.hub.notification;
