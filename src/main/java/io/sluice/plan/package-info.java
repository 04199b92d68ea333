/**
 * Judges a rollout: given what is known of a policy and its clusters, what happens next, and why.
 *
 * <p><b>The story.</b> A person edits a policy. The edit is a new version, and bringing it to every
 * selected cluster is one <i>attempt</i>. The attempt is a chain of steps. Each looks at the hub
 * and at what clusters have reported since, and answers what to remember, what to do and what to
 * tell people. Nothing here waits, reads a clock or writes anywhere: whoever calls brings the
 * instant, and carries out what the step asks for. So the same step can be taken again after a
 * crash, in a test, or years later from a recorded history, and comes out the same.
 *
 * <p>A cluster begins as {@code PendingCluster}. What it runs until its turn depends on the {@code
 * PendingMode}: the version it had, or the new one as inform. When its turn comes it is
 * <i>started</i>: from then on it takes a slot, stays in its group whatever placements say, and is
 * a {@code ClusterState}. Once the hub has acknowledged the write it is <i>dispatched</i>, and its
 * deadline runs. Good news about this very version begins its soak; bad news during the soak sends
 * it back; bad news, or none at all, by the deadline is a failure. What is final stays final until
 * the next attempt.
 *
 * <p>Whose turn it is, the selection function says ({@link io.sluice.plan.selection}), a pure table
 * of who has come how far. This package decides what that function is told: which news count, since
 * when a clock runs, whom people ignore, which groups they let go. It keeps its clusters in order
 * and counted, so it hands over counts, and the walk through the groups is the function's part.
 * More failures than tolerated are a <i>breach</i>. It latches: nobody starts any more, those in
 * flight are observed to their end, and who fell silent meets the former version on return.
 *
 * <p><b>Five types to read first.</b> {@link io.sluice.plan.RolloutPlanner#step}, the whole of it.
 * It goes from the {@link io.sluice.rollout.AttemptState} and an {@link
 * io.sluice.rollout.Observation} to a {@link io.sluice.rollout.Step}, whose {@link
 * io.sluice.rollout.Action}s each say why, in numbers.
 *
 * <p><b>Who does what inside a step.</b> {@code ClusterTracker} enters acknowledgements and reports
 * and moves each cluster on by its {@code ClusterTimers}. {@code Membership} settles who counts in
 * which group, by a {@code SnapshotDiff} of the snapshot, {@code Approvals} what people let go.
 * {@code SlotRule} says who counts as in flight or failed, and {@code GroupCounter} counts them for
 * the walk. {@code PendingContentPlanner} and {@code RevertPlanner} see to what others run. {@code
 * OutcomeRules} decides how it ends. {@code ProgressReport}, {@code WaitMessage} and {@code
 * ClusterIssues} put it into words, {@code NextWakeup} says when to look again.
 *
 * <p><b>Ten thousand clusters.</b> A step goes through them a few times and searches for few. What
 * makes that hold: started and waiting clusters are lists by name, so that one is found by halving
 * and two lists are joined in one pass; a group is a number, its place, so that counting needs no
 * look-up; instants are milliseconds until people read them; only what is shown is put into words.
 *
 * <p><b>Around it.</b> {@link io.sluice.plan.RequestHandler} enters what people ask of a running
 * attempt, {@link io.sluice.plan.RequestValidator} says why they cannot have it. {@link
 * io.sluice.plan.recovery.StateRecovery} finds the state again from the hub when the run cannot be
 * asked. {@link io.sluice.rollout.Rules} numbers the judgement, so that a run ends under the rules
 * it began with. Settings come from {@link io.sluice.plan.strategy}; what a report proves is judged
 * in {@link io.sluice.policy}.
 *
 * <p>The order of what comes in never matters. The source of every rule is the specification of
 * rollout strategies; Javadoc names the section.
 */
package io.sluice.plan;
