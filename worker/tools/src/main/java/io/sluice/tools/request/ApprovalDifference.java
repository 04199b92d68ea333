package io.sluice.tools.request;

import io.sluice.hub.crd.RolloutSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Formats which approvals differ between two specs of a Rollout. */
final class ApprovalDifference {
  private ApprovalDifference() {}

  /** Returns a line for each field that differs: {@code decisionGroups: prod true}. */
  static List<String> lines(RolloutSpec before, RolloutSpec after) {
    List<String> lines = new ArrayList<>();
    Set<String> groups = new LinkedHashSet<>(after.approvedGroups());
    groups.addAll(before.approvedGroups());
    groups.forEach(group -> line(before, after, Optional.of(group)).ifPresent(lines::add));
    line(before, after, Optional.empty()).ifPresent(lines::add);
    Optional<String> version = Optional.ofNullable(after.approvalsForVersion);
    Optional<String> former = Optional.ofNullable(before.approvalsForVersion);
    version
        .filter(name -> !former.equals(version))
        .ifPresent(
            name ->
                lines.add(
                    "approvalsForVersion: %s%s"
                        .formatted(name, former.map(other -> ", before " + other).orElse(""))));
    return lines;
  }

  private static Optional<String> line(
      RolloutSpec before, RolloutSpec after, Optional<String> group) {
    boolean approved = ApprovalEditor.approves(after, group);
    return approved == ApprovalEditor.approves(before, group)
        ? Optional.empty()
        : Optional.of(
            "%s: rolloutApproved %s"
                .formatted(
                    group.map(name -> "decisionGroups, " + name).orElse("ungrouped"), approved));
  }
}
