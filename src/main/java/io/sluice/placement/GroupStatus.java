package io.sluice.placement;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import io.sluice.policy.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds an entry of {@code status.decisionGroups} (placement 7).
 *
 * @param decisions the names of the group's PlacementDecisions
 */
public record GroupStatus(GroupKey group, List<String> decisions, int clusterCount) {
  private static final String GROUPS = "decisionGroups";
  private static final String INDEX = "decisionGroupIndex";
  private static final String NAME = "decisionGroupName";
  private static final String DECISIONS = "decisions";
  private static final String DECISIONS_OF_PROPOSAL = "placementDecisions";
  private static final String COUNT = "clusterCount";

  public GroupStatus {
    requireNonNull(group, "group is null");
    decisions = List.copyOf(decisions);
  }

  /** Returns the entries that the hub has, in either spelling (placement 2.1). */
  public static List<GroupStatus> of(PlacementObject placement) {
    return JsonTree.maps(placement.status(), GROUPS).stream()
        .map(
            entry ->
                new GroupStatus(
                    new GroupKey(
                        placement.name(),
                        JsonTree.text(entry, NAME).orElse(""),
                        (int) JsonTree.number(entry, INDEX)),
                    JsonTree.texts(
                        entry, entry.containsKey(DECISIONS) ? DECISIONS : DECISIONS_OF_PROPOSAL),
                    (int) JsonTree.number(entry, COUNT)))
        .toList();
  }

  public Map<String, Object> toTree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put(INDEX, group.index());
    tree.put(NAME, group.name());
    tree.put(DECISIONS, decisions);
    tree.put(COUNT, clusterCount);
    return tree;
  }
}
