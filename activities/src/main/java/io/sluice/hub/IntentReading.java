package io.sluice.hub;

import io.sluice.plan.Intent;
import io.sluice.plan.strategy.Problem;
import io.sluice.policy.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads what people want of a rollout from the spec of its Rollout object (rollout-strategy 5).
 *
 * @param problems groups that are listed twice (rollout-strategy 1.6)
 */
public record IntentReading(Intent intent, List<Problem> problems) {
  private static final String GROUPS = "decisionGroups";
  private static final String APPROVED = "rolloutApproved";

  public IntentReading {
    problems = List.copyOf(problems);
  }

  public static IntentReading of(Map<String, Object> spec) {
    return of(spec, FieldManagers.unknown());
  }

  static IntentReading of(Map<String, Object> spec, FieldManagers managers) {
    List<Map<String, Object>> entries = Tree.maps(spec, GROUPS);
    List<Intent.GroupApproval> approvals =
        entries.stream().map(entry -> approval(entry, managers)).toList();
    Intent intent =
        new Intent(
            approvals,
            yes(Tree.map(spec, "ungrouped"), APPROVED),
            managers.ofUngrouped(),
            Tree.text(spec, "approvalsForVersion"),
            yes(spec, "paused"));
    return new IntentReading(intent, duplicates(approvals));
  }

  private static Intent.GroupApproval approval(Map<String, Object> entry, FieldManagers managers) {
    String name = Tree.text(entry, "groupName").orElse("");
    return new Intent.GroupApproval(name, yes(entry, APPROVED), managers.ofGroup(name));
  }

  private static List<Problem> duplicates(List<Intent.GroupApproval> approvals) {
    List<Problem> problems = new ArrayList<>();
    Map<String, Integer> first = new HashMap<>();
    for (int i = 0; i < approvals.size(); i++) {
      String name = approvals.get(i).groupName();
      Integer before = first.putIfAbsent(name, i);
      if (before != null) {
        String path = "Rollout spec.%s[%d].groupName".formatted(GROUPS, i);
        problems.add(
            new Problem(
                path,
                Problem.Reason.DUPLICATE_APPROVAL,
                "%s is \"%s\", listed before at [%d]. Keep one entry."
                    .formatted(path, name, before)));
      }
    }
    return problems;
  }

  private static boolean yes(Map<String, Object> tree, String key) {
    return Boolean.TRUE.equals(tree.get(key));
  }
}
