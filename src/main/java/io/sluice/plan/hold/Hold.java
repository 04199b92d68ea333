package io.sluice.plan.hold;

import io.sluice.fleet.GroupKey;
import io.sluice.hold.GroupHold;
import io.sluice.rollout.PendingCluster;
import java.util.List;
import java.util.Optional;

/**
 * Something that may keep clusters from starting (between-waves 1).
 *
 * <p>A function of settings, facts and the instant of the step. It acts on what has not started,
 * and on nothing else (H2).
 */
public sealed interface Hold permits ApprovalHold, AttemptHold, CalendarHold, CheckHold, OrderHold {
  /** Returns whether this member, in this group, may start as far as this is concerned. */
  boolean open(GroupKey group, String cluster);

  /**
   * Returns what these members wait for; empty if all of them may start.
   *
   * @param waiting members of the group that have not started, at least one
   */
  Optional<GroupHold> holds(GroupKey group, List<PendingCluster> waiting);
}
