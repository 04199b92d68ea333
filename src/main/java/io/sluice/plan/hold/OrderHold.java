package io.sluice.plan.hold;

import io.sluice.fleet.GroupKey;
import io.sluice.hold.GroupHold;
import io.sluice.hold.HoldKind;
import io.sluice.plan.tracking.Approvals;
import io.sluice.rollout.PendingCluster;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Holds a group until it is its turn (rollout-strategy 2). One that is not approved has no turn.
 *
 * @param turn the groups whose turn it is
 */
record OrderHold(Set<GroupKey> turn, Approvals approvals) implements Hold {
  @Override
  public boolean open(GroupKey group, String cluster) {
    return turn.contains(group) || !approvals.approved(group);
  }

  @Override
  public Optional<GroupHold> holds(GroupKey group, List<PendingCluster> waiting) {
    return open(group, waiting.get(0).cluster())
        ? Optional.empty()
        : Optional.of(new GroupHold(HoldKind.ORDER, "Other groups come first."));
  }
}
