package io.sluice.placement.evaluation;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds an entry of {@code status.decisionGroups} (placement 7).
 *
 * @param decisions the names of the group's PlacementDecisions
 */
public record GroupStatus(GroupKey group, List<String> decisions, int clusterCount) {
  public GroupStatus {
    requireNonNull(group, "group is null");
    decisions = List.copyOf(decisions);
  }

  Map<String, Object> toTree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("decisionGroupIndex", group.index());
    tree.put("decisionGroupName", group.name());
    tree.put("decisions", decisions);
    tree.put("clusterCount", clusterCount);
    return tree;
  }
}
