package io.sluice.oracle;

import io.sluice.plan.Excess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Answers which clusters to act on or wait for (rollout-strategy 2.1, "Out").
 *
 * @param rollout entries in flight, then those to be started, which have the status ToApply
 * @param timedOut entries found past their deadline by this call
 * @param removed known entries whose cluster is in no group, unchanged
 * @param breach whether more failed than is tolerated in the groups that were reached; no cluster
 *     starts then
 * @param recheckAfter the time until the next change that time alone can bring
 * @param overTolerance every scope whose failures exceed its tolerance, also where the planner did
 *     not get to
 */
public record SelectionResult(
    List<ResultEntry> rollout,
    List<ResultEntry> timedOut,
    List<ResultEntry> removed,
    boolean breach,
    Optional<Duration> recheckAfter,
    List<Excess> overTolerance) {
  public SelectionResult {
    rollout = List.copyOf(rollout);
    timedOut = List.copyOf(timedOut);
    removed = List.copyOf(removed);
    overTolerance = List.copyOf(overTolerance);
  }
}
