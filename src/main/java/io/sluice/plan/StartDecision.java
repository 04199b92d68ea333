package io.sluice.plan;

import io.sluice.fleet.GroupKey;
import java.util.List;
import java.util.Set;

/**
 * Holds which members start: those of these groups that have not started, by name.
 *
 * @param breach whether more failed than is tolerated in the groups that were reached; no cluster
 *     starts then
 * @param most how many may start over all groups together
 * @param overTolerance every group, or the fleet, whose failures exceed its tolerance, also where
 *     the planner did not get to
 * @param because why they may start, in numbers; less than 120 characters
 */
public record StartDecision(
    boolean breach, Set<GroupKey> groups, long most, List<Excess> overTolerance, String because) {
  public StartDecision {
    groups = Set.copyOf(groups);
    overTolerance = List.copyOf(overTolerance);
  }
}
