package io.sluice.tools.approval;

import io.sluice.hub.crd.RolloutSpec;
import io.sluice.rollout.Intent;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Changes approvals in the spec of a Rollout (rollout-strategy A2 to A4).
 *
 * <p>It writes {@code spec.approvals} alone, entry by entry: an apply of a manifest that lacks an
 * entry leaves it as it is, and replaces {@code spec.decisionGroups} as a whole.
 */
public final class ApprovalEditor {
  private ApprovalEditor() {}

  /** Approves the group, or withdraws its approval, whatever the other fields say. */
  public static void set(RolloutSpec spec, Optional<String> group, boolean approved) {
    Map<String, RolloutSpec.Approval> entries = new TreeMap<>(spec.approvals);
    entries.put(group.orElse(Intent.UNGROUPED), new RolloutSpec.Approval(approved));
    spec.approvals = entries;
  }

  /** Takes away what a person decided about the group. */
  public static void forget(RolloutSpec spec, Optional<String> group) {
    Map<String, RolloutSpec.Approval> entries = new TreeMap<>(spec.approvals);
    entries.remove(group.orElse(Intent.UNGROUPED));
    spec.approvals = entries;
  }

  /** Has the spec approve for this version; approvals for another one are withdrawn. */
  public static void setVersion(RolloutSpec spec, String version) {
    if (spec.approvalsForVersion != null && !spec.approvalsForVersion.equals(version)) {
      spec.approvedGroups().forEach(group -> withdraw(spec, Optional.of(group)));
      if (spec.approves(Optional.empty())) {
        withdraw(spec, Optional.empty());
      }
    }
    spec.approvalsForVersion = version;
  }

  /** Nobody spoke against the group: no entry is left that would outlive the next manifest. */
  private static void withdraw(RolloutSpec spec, Optional<String> group) {
    if (spec.lists(group)) {
      set(spec, group, false);
      return;
    }
    forget(spec, group);
  }
}
