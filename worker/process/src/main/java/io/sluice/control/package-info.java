/**
 * Watches the hub and reconciles its policies, while this process leads.
 *
 * <ul>
 *   <li>{@link io.sluice.control.cache.HubCaches} runs the informers, {@link
 *       io.sluice.control.cache.EventRouter} turns their events into keys, and {@link
 *       io.sluice.control.PolicyController} processes these in {@link
 *       io.sluice.control.queue.WorkQueue}s.
 *   <li>{@link io.sluice.control.policy.PolicyReconciler} reconciles a policy: {@link
 *       io.sluice.control.policy.ReplicaReconciler} writes unstaged policies, repairs and
 *       newcomers, {@link io.sluice.control.policy.ReplicaRemover} removes replicas, and {@link
 *       io.sluice.control.rollout.RolloutReconciler} keeps Rollout objects and revisions and starts
 *       the attempt that is due.
 *   <li>{@link io.sluice.control.rollout.RunNotifier} signals an open run what changed, {@link
 *       io.sluice.control.run.OrphanedRuns} those that no Rollout object names any more. {@link
 *       io.sluice.control.rollout.VerdictSender} judges replicas in the cache and sends the
 *       verdicts that changed, collected by {@link io.sluice.control.run.VerdictBatcher}.
 *   <li>{@link io.sluice.control.policy.RootStatusReconciler} writes the status of root policies,
 *       {@link io.sluice.control.policy.PolicySetReconciler} that of PolicySets.
 * </ul>
 *
 * <p>Everything is level-triggered: the next event or the next relist makes up for a lost event.
 */
package io.sluice.control;
