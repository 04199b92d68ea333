/**
 * Starts, signals and looks up the runs of attempts on a Temporal server.
 *
 * <p>{@link io.sluice.runs.Runs} is all that the leader asks of Temporal. {@link
 * io.sluice.runs.VerdictBatcher} collects what a run is sent, {@link io.sluice.runs.StartThrottle}
 * spaces its starts, {@link io.sluice.runs.OpenRunFinder} tells it from one that was lost, {@link
 * io.sluice.runs.RunLiveness} finds lost ones, {@link io.sluice.runs.OrphanedRuns} ends those that
 * no Rollout object names any more. Package {@code io.sluice.watch} decides what a run has to know.
 */
package io.sluice.runs;
