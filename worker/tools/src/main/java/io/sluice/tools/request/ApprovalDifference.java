package io.sluice.tools.request;

import io.sluice.policy.JsonTree;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Formats which approvals differ between two specs of a Rollout. */
final class ApprovalDifference {
  private ApprovalDifference() {}

  /** Returns a line for each field that differs: {@code decisionGroups: prod true}. */
  static List<String> lines(Map<String, Object> before, Map<String, Object> after) {
    List<String> lines = new ArrayList<>();
    Set<String> groups = new LinkedHashSet<>(ApprovalEditor.approved(after));
    groups.addAll(ApprovalEditor.approved(before));
    groups.forEach(group -> line(before, after, Optional.of(group)).ifPresent(lines::add));
    line(before, after, Optional.empty()).ifPresent(lines::add);
    Optional<String> version = JsonTree.text(after, ApprovalEditor.VERSION);
    Optional<String> former = JsonTree.text(before, ApprovalEditor.VERSION);
    version
        .filter(name -> !former.equals(version))
        .ifPresent(
            name ->
                lines.add(
                    "%s: %s%s"
                        .formatted(
                            ApprovalEditor.VERSION,
                            name,
                            former.map(other -> ", before " + other).orElse(""))));
    return lines;
  }

  private static Optional<String> line(
      Map<String, Object> before, Map<String, Object> after, Optional<String> group) {
    boolean approved = ApprovalEditor.approves(after, group);
    return approved == ApprovalEditor.approves(before, group)
        ? Optional.empty()
        : Optional.of(
            "%s: rolloutApproved %s"
                .formatted(
                    group.map(name -> "decisionGroups, " + name).orElse("ungrouped"), approved));
  }
}
