package io.sluice.hub;

import io.sluice.plan.Intent;
import io.sluice.policy.Tree;
import java.util.List;
import java.util.Map;

/** Reads what people want of a rollout from the spec of its Rollout object (rollout-strategy 5). */
final class IntentReading {
  private static final String GROUPS = "decisionGroups";
  private static final String APPROVED = "rolloutApproved";

  private IntentReading() {}

  static Intent of(Map<String, Object> spec) {
    return of(spec, FieldManagers.unknown());
  }

  static Intent of(Map<String, Object> spec, FieldManagers managers) {
    List<Map<String, Object>> entries = Tree.maps(spec, GROUPS);
    List<Intent.GroupApproval> approvals =
        entries.stream().map(entry -> approval(entry, managers)).toList();
    return new Intent(
        approvals,
        yes(Tree.map(spec, "ungrouped"), APPROVED),
        managers.ofUngrouped(),
        Tree.text(spec, "approvalsForVersion"),
        yes(spec, "paused"));
  }

  private static Intent.GroupApproval approval(Map<String, Object> entry, FieldManagers managers) {
    String name = Tree.text(entry, "groupName").orElse("");
    return new Intent.GroupApproval(name, yes(entry, APPROVED), managers.ofGroup(name));
  }

  private static boolean yes(Map<String, Object> tree, String key) {
    return Boolean.TRUE.equals(tree.get(key));
  }
}
