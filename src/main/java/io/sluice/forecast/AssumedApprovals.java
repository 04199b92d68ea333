package io.sluice.forecast;

import io.sluice.approval.ApprovalRecord;
import io.sluice.approval.ApprovalRule;
import io.sluice.approval.RuledApprovals;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.HubSnapshot;
import io.sluice.schedule.RuleScope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Records approvals of people who were not asked: as many of a group as each rule wants
 * (between-waves 4).
 *
 * <p>What no number of people brings about stays as it is: a start that is not reached, an author
 * whom nobody knows.
 */
public final class AssumedApprovals {
  private AssumedApprovals() {}

  /**
   * Returns a hub where people have approved the group; the same where approvals have no rules.
   *
   * @param rolloutUid the attempt that they approve
   */
  public static HubSnapshot of(HubSnapshot hub, GroupKey group, String rolloutUid, Instant at) {
    return hub.approvals()
        .map(known -> hub.ruled(Optional.of(with(known, group, rolloutUid, at))))
        .orElse(hub);
  }

  private static RuledApprovals with(
      RuledApprovals known, GroupKey group, String rolloutUid, Instant at) {
    List<ApprovalRecord> records = new ArrayList<>(known.records());
    for (int i = 0; i < known.rules().size(); i++) {
      ApprovalRule rule = known.rules().get(i);
      for (int person = 1; person <= rule.required(); person++) {
        records.add(
            new ApprovalRecord(
                group.approvedName(),
                "person %d of rule %d".formatted(person, i + 1),
                at,
                Optional.of(rolloutUid),
                Optional.empty(),
                Optional.empty(),
                rule.from().stream().findFirst(),
                Optional.empty()));
      }
    }
    return new RuledApprovals(
        known.rules(),
        records,
        known.author(),
        known.revoked().stream().filter(name -> !name.equals(RuleScope.nameOf(group))).toList());
  }
}
