package io.sluice.plan.tracking;

import io.sluice.rollout.ClusterState;
import io.sluice.rollout.PendingCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Counts in one pass where the members of each group stand, as the walk has to know it
 * (rollout-strategy 3.5, F5), and finds the next change that time alone brings (F12).
 */
public final class GroupCounter {
  private final MembersByGroup groups;
  private final int[] waiting;
  private final int[] inFlight;
  private final int[] failures;
  private long nextChange = ClusterTimers.NEVER;

  public GroupCounter(ClusterTracker tracker, Membership members, SlotRule slots) {
    this.groups = members.groups();
    this.waiting = new int[groups.order().size()];
    this.inFlight = new int[waiting.length];
    this.failures = new int[waiting.length];
    for (PendingCluster entry : members.waiting()) {
      waiting[groups.rankOf(entry)]++;
    }
    for (ClusterState entry : tracker.entries()) {
      if (slots.takes(entry)) {
        inFlight[groups.rankOf(entry)]++;
        nextChange = Math.min(nextChange, tracker.timers().nextChange(entry));
      } else if (slots.failed(entry)) {
        failures[groups.rankOf(entry)]++;
      }
    }
  }

  /**
   * The groups in rollout order. No started cluster is ever handed over as Failed and in flight.
   */
  public List<GroupCounts> scopes(Approvals approvals) {
    List<GroupCounts> scopes = new ArrayList<>(waiting.length);
    for (int rank = 0; rank < waiting.length; rank++) {
      scopes.add(
          new GroupCounts(
              groups.order().get(rank),
              approvals.approved(groups.order().get(rank)),
              groups.size(rank),
              waiting[rank],
              inFlight[rank],
              inFlight[rank],
              failures[rank]));
    }
    return scopes;
  }

  public Optional<Long> nextChange() {
    return nextChange == ClusterTimers.NEVER ? Optional.empty() : Optional.of(nextChange);
  }
}
