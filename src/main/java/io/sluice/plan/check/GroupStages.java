package io.sluice.plan.check;

import io.sluice.fleet.GroupKey;
import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.plan.tracking.SlotRule;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Holds how far groups have come, as far as checks ask for it (between-waves K1).
 *
 * @param order every group with members, in rollout order
 * @param begun groups of which this attempt has started a cluster in its turn
 * @param soaked groups of which a cluster soaks, or has soaked
 * @param unfinished groups of which a cluster is in flight, or has not started
 */
record GroupStages(
    List<GroupKey> order, Set<GroupKey> begun, Set<GroupKey> soaked, Set<GroupKey> unfinished) {
  /** Sorts the members of an attempt. */
  static GroupStages of(
      AttemptSpec spec,
      List<GroupKey> order,
      ClusterTracker tracker,
      SlotRule slots,
      Collection<PendingCluster> waiting) {
    Set<GroupKey> begun = new HashSet<>();
    Set<GroupKey> soaked = new HashSet<>();
    Set<GroupKey> unfinished = new HashSet<>();
    boolean soaks = spec.soak(false).compareTo(Duration.ZERO) > 0;
    for (ClusterState entry : tracker.entries()) {
      GroupKey group = tracker.groupIndex().groupOf(entry);
      boolean own = entry.dispatchAttempt(spec.number()) == spec.number();
      // What a failed attempt has left in place is no start of this one; what the gate let through
      // before its turn has opened the group for no other.
      if (own && !entry.is(ClusterFlag.EARLY)) {
        begun.add(group);
      }
      if (own && soaks && (entry.stage() == Stage.SOAKING || entry.stage() == Stage.SUCCEEDED)) {
        soaked.add(group);
      }
      if (slots.takes(entry)) {
        unfinished.add(group);
      }
    }
    waiting.forEach(entry -> unfinished.add(tracker.groupIndex().groupOf(entry)));
    return new GroupStages(new ArrayList<>(order), begun, soaked, unfinished);
  }
}
