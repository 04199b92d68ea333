package io.sluice.cli.request;

import io.sluice.policy.JsonTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Adds an approval to the spec of a Rollout (rollout-strategy A2, A3).
 *
 * <p>A function of trees: all other fields and entries stay, in their order.
 */
final class ApprovalEditor {
  private static final String GROUPS = "decisionGroups";
  private static final String NAME = "groupName";
  private static final String APPROVED = "rolloutApproved";
  private static final String UNGROUPED = "ungrouped";

  private ApprovalEditor() {}

  /** Returns the spec with the approval; empty if it has it already. */
  static Optional<Map<String, Object>> with(Map<String, Object> spec, Optional<String> group) {
    return group.isPresent() ? named(spec, group.get()) : ungrouped(spec);
  }

  private static Optional<Map<String, Object>> named(Map<String, Object> spec, String group) {
    List<Map<String, Object>> entries = new ArrayList<>(JsonTree.maps(spec, GROUPS));
    List<Map<String, Object>> ours =
        entries.stream().filter(entry -> group.equals(entry.get(NAME))).toList();
    if (ours.stream().anyMatch(entry -> Boolean.TRUE.equals(entry.get(APPROVED)))) {
      return Optional.empty();
    }
    if (ours.isEmpty()) {
      entries.add(new LinkedHashMap<>(Map.of(NAME, group)));
    }
    entries.stream()
        .filter(entry -> group.equals(entry.get(NAME)))
        .forEach(entry -> entry.put(APPROVED, true));
    return Optional.of(changed(spec, GROUPS, entries));
  }

  private static Optional<Map<String, Object>> ungrouped(Map<String, Object> spec) {
    Map<String, Object> entry = JsonTree.map(spec, UNGROUPED);
    if (Boolean.TRUE.equals(entry.put(APPROVED, true))) {
      return Optional.empty();
    }
    return Optional.of(changed(spec, UNGROUPED, entry));
  }

  private static Map<String, Object> changed(Map<String, Object> spec, String field, Object value) {
    Map<String, Object> next = new LinkedHashMap<>(spec);
    next.put(field, value);
    return next;
  }
}
