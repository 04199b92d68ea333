package io.sluice.plan.hold;

import io.sluice.fleet.GroupKey;
import io.sluice.hold.GroupHold;
import io.sluice.hold.HoldKind;
import io.sluice.plan.tracking.Approvals;
import io.sluice.rollout.PendingCluster;
import java.util.List;
import java.util.Optional;

/** Holds a group until it is approved (rollout-strategy 4). */
record ApprovalHold(Approvals approvals) implements Hold {
  @Override
  public boolean open(GroupKey group, String cluster) {
    return approvals.approved(group);
  }

  @Override
  public Optional<GroupHold> holds(GroupKey group, List<PendingCluster> waiting) {
    return approvals.approved(group)
        ? Optional.empty()
        : Optional.of(
            new GroupHold(
                HoldKind.APPROVAL,
                approvals.heldByGate(group)
                    ? "It is approved for another version."
                    : "It is not approved."));
  }
}
