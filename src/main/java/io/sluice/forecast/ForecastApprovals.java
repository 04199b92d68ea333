package io.sluice.forecast;

import io.sluice.approval.ApprovalBinding;
import io.sluice.approval.ApprovalRecord;
import io.sluice.approval.ApprovalRule;
import io.sluice.approval.ApprovalVerdict;
import io.sluice.approval.Quorum;
import io.sluice.approval.RuledApprovals;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.tracking.Approvals;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.HubSnapshot;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Takes the quorum of a group as one approval (between-waves 4): nobody knows who will approve, but
 * a profile says when that is done. Nothing counts before {@code notBefore}.
 */
final class ForecastApprovals {
  private final AttemptSpec spec;
  private final String by;

  /**
   * @param by who approves in a forecast
   */
  ForecastApprovals(AttemptSpec spec, String by) {
    this.spec = spec;
    this.by = by;
  }

  /** Returns the hub with one approval for each group that has its quorum now, or will have it. */
  HubSnapshot of(HubSnapshot hub, Collection<GroupKey> groups, Instant now) {
    if (hub.approvals().isEmpty()) {
      return hub;
    }
    Approvals approvals = Approvals.of(spec, List.of(), hub, now);
    List<ApprovalRecord> given =
        groups.stream()
            .filter(group -> approvals.verdict(group).filter(ForecastApprovals::given).isPresent())
            .map(group -> record(group, now))
            .distinct()
            .toList();
    RuledApprovals ruled = hub.approvals().get();
    return hub.ruled(
        Optional.of(
            new RuledApprovals(
                ruled.rules().stream().map(ForecastApprovals::single).toList(),
                given,
                ruled.author(),
                ruled.revoked())));
  }

  private static boolean given(ApprovalVerdict verdict) {
    return !verdict.revoked() && verdict.quorums().stream().allMatch(Quorum::enough);
  }

  private static ApprovalRule single(ApprovalRule rule) {
    return new ApprovalRule(
        rule.groups(),
        1,
        rule.notBefore(),
        Optional.empty(),
        ApprovalBinding.ANY,
        false,
        List.of());
  }

  private ApprovalRecord record(GroupKey group, Instant now) {
    return new ApprovalRecord(
        group.approvedName(),
        by,
        now,
        Optional.of(spec.rolloutUid()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
