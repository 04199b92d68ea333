/**
 * Looks after the attempts of policies: starts the one that is due, notifies its run, and keeps the
 * Rollout object while no run is open (rollout-strategy 3 and 5).
 *
 * <p>{@link io.sluice.control.rollout.RolloutReconciler} works on one policy at a time. {@link
 * io.sluice.control.rollout.AttemptStarter} decides and starts for whatever is rolled out, which
 * {@link io.sluice.control.rollout.AttemptTarget} presents; templates use it too. What differs with
 * the way of staging is an {@link io.sluice.control.rollout.AttemptSupport}: here {@link
 * io.sluice.control.rollout.StandaloneSupport}, in the packages {@code beside} and {@code gate} the
 * others.
 *
 * <p>{@link io.sluice.control.rollout.RunNotifier} signals an open run what changed on the hub, and
 * has {@link io.sluice.control.rollout.VerdictSender} send it what replicas report, judged by
 * {@link io.sluice.control.rollout.ReplicaVerdicts}. The status of a Rollout is written by its run
 * alone while one is open; package {@code io.sluice.control.run} reaches the run.
 *
 * <p>Tests: {@code PolicyAttemptLifeTest}, {@code OpenRunsTest}, {@code VerdictSenderTest}, {@code
 * PublishedProgressTest}.
 */
package io.sluice.control.rollout;
