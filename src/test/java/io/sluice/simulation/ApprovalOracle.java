package io.sluice.simulation;

import io.sluice.fleet.GroupKey;
import io.sluice.rollout.Intent;
import java.util.Optional;

/** Tells which groups the spec of the Rollout approves (rollout-strategy A2 to A4). */
final class ApprovalOracle {
  private ApprovalOracle() {}

  static boolean inSpec(Intent intent, Optional<String> version, GroupKey group) {
    Optional<String> wanted = intent.approvalsForVersion();
    boolean gate = wanted.isEmpty() || wanted.equals(version);
    boolean approved =
        group.named()
            ? intent.decisionGroups().stream()
                .anyMatch(
                    given -> given.rolloutApproved() && given.groupName().equals(group.name()))
            : intent.ungroupedApproved();
    return gate && approved;
  }
}
