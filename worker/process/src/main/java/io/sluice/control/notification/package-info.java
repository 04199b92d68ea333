/**
 * Tells receivers what waits in the status of Rollouts, while this process leads (between-waves
 * N2).
 *
 * <p>{@link io.sluice.control.notification.NoticeController} has two queues. One has a key for each
 * receiver of each Rollout, so that one that is slow or dead holds neither another receiver nor
 * another Rollout: {@code ReceiverNotifier} tells it all that is pending, in order, and backs off
 * when that fails. The other has a key for each Rollout: {@code ToldRemover} takes what was told,
 * or is dropped, from its status, in one write. Between the two, {@code ToldNotices} remembers it.
 *
 * <p>Nothing else is stored: who leads next begins with what is still pending, and may tell the
 * last of it again. What is pending, {@code io.sluice.hub.notification} says; it also sends.
 *
 * <p>Tests: {@code NoticeControllerTest}, {@code NotificationIT}.
 */
package io.sluice.control.notification;
