/**
 * Plans a rollout: given what is known of a policy and its clusters, what happens next, and why.
 *
 * <p><b>The story.</b> A person edits a policy. The edit is a new version, and bringing it to every
 * selected cluster is one <i>attempt</i>. The attempt is a chain of steps. Each takes what was
 * observed on the hub and what clusters have reported since, and returns what to remember, what to
 * do and what to report. Nothing here waits, reads a clock or writes anywhere: the caller brings
 * the instant, and carries out what the step asks for. So the same step can be taken again after a
 * crash, in a test, or years later from a recorded history, with the same result.
 *
 * <p>A cluster begins as {@code PendingCluster}. What it runs until its turn depends on the {@code
 * PendingMode}: the version it had, or the new one as inform. When its turn comes it is
 * <i>started</i>: from then on it takes a slot, stays in its group whatever placements select, and
 * is a {@code ClusterState}. Once the hub has acknowledged the write it is <i>dispatched</i>, and
 * its deadline runs. A positive report on this very version begins its soak; a negative one during
 * the soak ends it; a negative report, or none at all, by the deadline is a failure. What is final
 * stays final until the next attempt.
 *
 * <p>Which clusters are next, {@link io.sluice.plan.StartPlanner} decides from counts alone: how
 * many members of each group stand where. The rest of this package decides what is counted: which
 * reports count, since when a deadline runs, which clusters are ignored, which groups are approved.
 * More failures than tolerated are a <i>breach</i>. A breach is permanent for the attempt: no
 * cluster starts; clusters in flight run to their end; unreachable clusters are reset to the last
 * successful version.
 *
 * <p><b>Five types to read first.</b> {@link io.sluice.plan.RolloutPlanner#step}, the whole of it.
 * It goes from the {@link io.sluice.rollout.AttemptState} and an {@link
 * io.sluice.rollout.Observation} to a {@link io.sluice.rollout.Step}, whose {@link
 * io.sluice.rollout.Action}s each give their reason, in numbers.
 *
 * <p><b>Which class does what inside a step.</b> {@code ClusterTracker} enters acknowledgements and
 * reports and moves each cluster on by its {@code ClusterTimers}. {@code Membership} decides which
 * cluster counts in which group, by a {@code SnapshotDiff}, {@code Approvals} which groups are
 * approved. {@code SlotRule} classifies clusters as in flight or failed, and {@code GroupCounter}
 * counts them for {@code StartPlanner}. {@code RetryPlanner} plans looks and repeated writes,
 * {@code PendingContentPlanner} and {@code RevertPlanner} what other clusters run. {@code
 * OutcomeRules} decides how the attempt ends. {@code ProgressReport}, {@code WaitMessage} and
 * {@code ClusterIssues} report it, {@code NextWakeup} finds when to look again.
 *
 * <p><b>Ten thousand clusters.</b> A step goes through them a few times and rarely searches. What
 * makes that possible: started and waiting clusters are lists by name, so that one is found by
 * binary search and two lists are merged in one pass; a group is a number, its index, so that
 * counting needs no look-up; instants are milliseconds until they are shown; only what is shown is
 * formatted.
 *
 * <p><b>Around it.</b> {@link io.sluice.plan.RequestValidator} checks requests to a running
 * attempt, {@link io.sluice.plan.RequestHandler} records them. {@code StateRecovery} finds the
 * state again from the hub when the run cannot be asked. {@link io.sluice.rollout.Rules} numbers
 * the rules, so that a run ends under those it began with. Settings come from {@code
 * io.sluice.rollout.strategy}; what a report proves is judged in {@code io.sluice.policy.evidence}.
 *
 * <p>The order of what comes in never matters. The source of every rule is the specification of
 * rollout strategies; Javadoc names the section.
 */
package io.sluice.plan;
