/**
 * Decides what an attempt does next, given what is known.
 *
 * <p>{@link io.sluice.plan.Attempt#step} is the whole of it: from the {@link
 * io.sluice.plan.AttemptState} and an {@link io.sluice.plan.Observation} at an instant to a {@link
 * io.sluice.plan.Step}: what to remember, what to do ({@link io.sluice.plan.Action}), what to tell
 * ({@link io.sluice.plan.Progress}). Those are the five types to read first.
 *
 * <p>Who does what inside a step: {@code Ledger} enters acknowledgements and reports and runs each
 * cluster's clocks, {@code Membership} settles who counts in which group, {@code Approvals} what
 * people let go, {@link io.sluice.plan.selection} whose turn it is, {@code Verdicts} how it ends,
 * {@code ProgressReport} puts it into words. {@link io.sluice.plan.Rebuild} finds the state again
 * when it was lost. Settings come from {@link io.sluice.plan.strategy}.
 *
 * <p>Nothing here reads a clock, and the order of what comes in never matters.
 */
package io.sluice.plan;
