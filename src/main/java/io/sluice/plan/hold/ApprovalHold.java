package io.sluice.plan.hold;

import io.sluice.approval.ApprovalVerdict;
import io.sluice.fleet.GroupKey;
import io.sluice.hold.GroupHold;
import io.sluice.hold.HoldKind;
import io.sluice.plan.tracking.Approvals;
import io.sluice.rollout.PendingCluster;
import java.util.List;
import java.util.Optional;

/** Holds a group until it is approved (rollout-strategy 4, between-waves 4). */
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
            approvals
                .verdict(group)
                .map(verdict -> ruled(group, verdict))
                .orElseGet(() -> unruled(group)));
  }

  private GroupHold ruled(GroupKey group, ApprovalVerdict verdict) {
    return new GroupHold(
        HoldKind.APPROVAL,
        Optional.empty(),
        "Waiting for approval of group %s: %s."
            .formatted(group.label(), approvals.missing(group).orElseThrow()),
        verdict.opens());
  }

  private GroupHold unruled(GroupKey group) {
    return new GroupHold(
        HoldKind.APPROVAL,
        approvals.heldByGate(group)
            ? "It is approved for another version."
            : "It is not approved.");
  }
}
