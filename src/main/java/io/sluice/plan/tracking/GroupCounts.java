package io.sluice.plan.tracking;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;

/**
 * Counts the members of one group by where they stand (rollout-strategy F5): all that a walk has to
 * know of it.
 *
 * @param approved whether a person lets the group start; read for manualPerGroup only
 * @param members all of them, also those that finished
 * @param inFlight those that take a slot
 * @param running those in flight that have not failed
 * @param failures those that failed, in flight or finished
 */
public record GroupCounts(
    GroupKey group,
    boolean approved,
    int members,
    int notStarted,
    int inFlight,
    int running,
    int failures) {
  public GroupCounts {
    requireNonNull(group, "group is null");
  }

  /** True when a member is started or finished. */
  public boolean begun() {
    return notStarted < members;
  }

  /** F5, unfinished: not started, or in flight and not Failed. */
  public boolean unfinished() {
    return running > 0 || notStarted > 0;
  }
}
