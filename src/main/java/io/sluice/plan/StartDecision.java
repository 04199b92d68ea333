package io.sluice.plan;

import io.sluice.fleet.GroupKey;
import java.util.List;
import java.util.Set;

/**
 * Answers whose members are to start: of these groups, by name, those that are not started.
 *
 * @param breach whether more failed than is tolerated where the walk went; nobody is to start then
 * @param most how many may start over all groups together
 * @param afresh whether they start as if nothing had been known of them (rollout-strategy F14)
 * @param overTolerance every scope whose failures exceed its tolerance, also where the walk did not
 *     go
 */
public record StartDecision(
    boolean breach, Set<GroupKey> groups, long most, boolean afresh, List<Excess> overTolerance) {
  public StartDecision {
    groups = Set.copyOf(groups);
    overTolerance = List.copyOf(overTolerance);
  }
}
