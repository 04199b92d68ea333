package io.sluice.plan.tracking;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import java.util.Optional;

/**
 * Counts the members of one group by how far they have come (rollout-strategy F5): all that {@code
 * StartPlanner} knows of it.
 *
 * @param approver who has approved the group, {@link Approvals#UNKNOWN} where that is not known;
 *     absent: nobody has. Read for manualPerGroup only
 * @param members all of them, also those that finished
 * @param inFlight those that take a slot
 * @param running those in flight that have not failed
 * @param failures those that failed, in flight or finished
 */
public record GroupCounts(
    GroupKey group,
    Optional<String> approver,
    int members,
    int notStarted,
    int inFlight,
    int running,
    int failures) {
  public GroupCounts {
    requireNonNull(group, "group is null");
    requireNonNull(approver, "approver is null");
  }

  public boolean approved() {
    return approver.isPresent();
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
