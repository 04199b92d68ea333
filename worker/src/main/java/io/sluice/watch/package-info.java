/**
 * Watches the hub, keeps it as it should be, and tells running attempts what concerns them.
 *
 * <ul>
 *   <li>{@link io.sluice.watch.HubCaches} runs the informers. Their handlers only add keys.
 *   <li>{@link io.sluice.watch.PolicyReconciler} works a policy's key off: it replicates unstaged
 *       policies, removes replicas, keeps Rollout objects and revisions, and starts the attempt
 *       that is due.
 *   <li>{@link io.sluice.watch.RunNotifier} tells an open run what changed, by signal.
 *   <li>{@link io.sluice.watch.VerdictSender} judges replicas beside the cache and sends changed
 *       verdicts, collected by {@link io.sluice.watch.VerdictBatcher}.
 *   <li>{@link io.sluice.watch.RootStatusWriter} sums up on the root policy.
 * </ul>
 *
 * <p>Everything is level-triggered: a lost event is healed by the next one, or by the next relist.
 */
package io.sluice.watch;
