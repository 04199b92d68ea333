package io.sluice.tools.request;

import io.sluice.hub.crd.RolloutSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Changes approvals in the spec of a Rollout (rollout-strategy A2 to A4).
 *
 * <p>All other fields and entries stay, in their order.
 */
final class ApprovalEditor {
  private ApprovalEditor() {}

  /** Returns whether the spec approves the group; the version gate is not looked at. */
  static boolean approves(RolloutSpec spec, Optional<String> group) {
    return group
        .map(name -> spec.approvedGroups().contains(name))
        .orElseGet(spec::ungroupedApproved);
  }

  /** Approves the group, or withdraws its approval. */
  static void set(RolloutSpec spec, Optional<String> group, boolean approved) {
    if (group.isEmpty()) {
      spec.ungrouped = new RolloutSpec.Ungrouped(approved);
      return;
    }
    RolloutSpec.GroupApproval next = new RolloutSpec.GroupApproval(group.get(), approved);
    List<RolloutSpec.GroupApproval> entries = new ArrayList<>(spec.decisionGroups);
    if (!spec.listedGroups().contains(group.get())) {
      entries.add(next);
    }
    entries.replaceAll(entry -> group.get().equals(entry.groupName()) ? next : entry);
    spec.decisionGroups = entries;
  }

  /** Has the spec approve for this version; approvals for another one are withdrawn. */
  static void setVersion(RolloutSpec spec, String version) {
    if (spec.approvalsForVersion != null && !spec.approvalsForVersion.equals(version)) {
      spec.approvedGroups().forEach(group -> set(spec, Optional.of(group), false));
      if (spec.ungroupedApproved()) {
        set(spec, Optional.empty(), false);
      }
    }
    spec.approvalsForVersion = version;
  }
}
