package io.sluice.tools.request;

import io.sluice.policy.JsonTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Changes approvals in the spec of a Rollout (rollout-strategy A2 to A4).
 *
 * <p>A function of trees: all other fields and entries stay, in their order.
 */
final class ApprovalEditor {
  static final String VERSION = "approvalsForVersion";
  private static final String GROUPS = "decisionGroups";
  private static final String NAME = "groupName";
  private static final String APPROVED = "rolloutApproved";
  private static final String UNGROUPED = "ungrouped";

  private ApprovalEditor() {}

  /** Returns whether the spec approves the group; the version gate is not looked at. */
  static boolean approves(Map<String, Object> spec, Optional<String> group) {
    return group
        .map(name -> approved(spec).contains(name))
        .orElseGet(() -> isApproved(JsonTree.map(spec, UNGROUPED)));
  }

  /** Returns the names of the groups that the spec approves. */
  static List<String> approved(Map<String, Object> spec) {
    return JsonTree.maps(spec, GROUPS).stream()
        .filter(ApprovalEditor::isApproved)
        .flatMap(entry -> JsonTree.text(entry, NAME).stream())
        .toList();
  }

  /** Returns whether the spec lists the group, approved or not. */
  static boolean lists(Map<String, Object> spec, Optional<String> group) {
    return group
        .map(
            name ->
                JsonTree.maps(spec, GROUPS).stream()
                    .anyMatch(entry -> name.equals(entry.get(NAME))))
        .orElseGet(() -> !JsonTree.map(spec, UNGROUPED).isEmpty());
  }

  /** Returns the spec in which the group is approved, or is not. */
  static Map<String, Object> with(
      Map<String, Object> spec, Optional<String> group, boolean approved) {
    if (group.isEmpty()) {
      Map<String, Object> entry = JsonTree.map(spec, UNGROUPED);
      entry.put(APPROVED, approved);
      return SpecTree.with(spec, UNGROUPED, entry);
    }
    List<Map<String, Object>> entries = new ArrayList<>(JsonTree.maps(spec, GROUPS));
    if (entries.stream().noneMatch(entry -> group.get().equals(entry.get(NAME)))) {
      entries.add(new LinkedHashMap<>(Map.of(NAME, group.get())));
    }
    entries.stream()
        .filter(entry -> group.get().equals(entry.get(NAME)))
        .forEach(entry -> entry.put(APPROVED, approved));
    return SpecTree.with(spec, GROUPS, entries);
  }

  /** Returns the spec that approves for this version; approvals for another one are withdrawn. */
  static Map<String, Object> forVersion(Map<String, Object> spec, String version) {
    Optional<String> former = JsonTree.text(spec, VERSION);
    Map<String, Object> next = spec;
    if (former.filter(other -> !other.equals(version)).isPresent()) {
      for (String group : approved(spec)) {
        next = with(next, Optional.of(group), false);
      }
      if (approves(spec, Optional.empty())) {
        next = with(next, Optional.empty(), false);
      }
    }
    return SpecTree.with(next, VERSION, version);
  }

  private static boolean isApproved(Map<String, Object> entry) {
    return Boolean.TRUE.equals(entry.get(APPROVED));
  }
}
