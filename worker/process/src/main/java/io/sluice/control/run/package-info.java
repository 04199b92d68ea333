/**
 * Starts, signals and looks up the runs of attempts on a Temporal server.
 *
 * <p>{@link io.sluice.control.run.Runs} is all that the leader asks of Temporal. {@link
 * io.sluice.control.run.VerdictBatcher} collects what a run is sent, {@link
 * io.sluice.control.run.StartThrottle} spaces its starts, {@link
 * io.sluice.control.run.OpenRunFinder} finds the open one, {@link
 * io.sluice.control.run.RunLiveness} finds lost ones, {@link io.sluice.control.run.OrphanedRuns}
 * ends those that no Rollout object names any more. Package {@code io.sluice.control.rollout}
 * decides what a run has to know.
 */
package io.sluice.control.run;
