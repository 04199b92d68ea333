/**
 * Watches the hub and reconciles its policies, while this process leads.
 *
 * <ul>
 *   <li>{@link io.sluice.watch.HubCaches} runs the informers, {@link io.sluice.watch.EventRouter}
 *       turns their events into keys, and {@link io.sluice.watch.PolicyController} processes these
 *       in {@link io.sluice.queue.WorkQueue}s.
 *   <li>{@link io.sluice.watch.PolicyReconciler} reconciles a policy: the package {@code replica}
 *       writes unstaged policies, repairs and newcomers, {@link io.sluice.watch.ReplicaRemover}
 *       removes replicas, and {@link io.sluice.watch.RolloutReconciler} keeps Rollout objects and
 *       revisions and starts the attempt that is due.
 *   <li>{@link io.sluice.watch.RunNotifier} signals an open run what changed, {@link
 *       io.sluice.runs.OrphanedRuns} those that no Rollout object names any more. {@link
 *       io.sluice.watch.VerdictSender} judges replicas in the cache and sends the verdicts that
 *       changed, collected by {@link io.sluice.runs.VerdictBatcher}.
 *   <li>{@link io.sluice.watch.RootStatusReconciler} writes the status of root policies, {@link
 *       io.sluice.watch.PolicySetReconciler} that of PolicySets.
 * </ul>
 *
 * <p>Everything is level-triggered: the next event or the next relist makes up for a lost event.
 */
package io.sluice.watch;
