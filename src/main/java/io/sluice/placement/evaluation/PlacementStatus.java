package io.sluice.placement.evaluation;

import static java.util.stream.Collectors.toCollection;

import io.sluice.placement.GroupStatus;
import io.sluice.policy.JsonTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the status of a Placement (placement 7).
 *
 * @param conditions the evaluation's own
 * @param present the conditions of the Placement as the hub has them, where those of other writers
 *     stay
 */
public record PlacementStatus(
    int numberOfSelectedClusters,
    List<GroupStatus> groups,
    List<PlacementCondition> conditions,
    List<Map<String, Object>> present) {
  private static final List<String> OWN_TYPES =
      List.of(
          PlacementCondition.SATISFIED,
          PlacementCondition.MISCONFIGURED,
          PlacementCondition.DECISIONS_KEPT);

  public PlacementStatus {
    groups = List.copyOf(groups);
    conditions = List.copyOf(conditions);
    present = List.copyOf(present);
  }

  /** Returns what is wrong with the settings; empty if they are valid. */
  public Optional<String> misconfigured() {
    return conditions.stream()
        .filter(each -> each.type().equals(PlacementCondition.MISCONFIGURED))
        .filter(PlacementCondition::holds)
        .map(PlacementCondition::message)
        .findFirst();
  }

  /**
   * Returns the fields to set in {@code status}, as trees of JSON.
   *
   * <p>The list of conditions is complete: those of other writers stay, each condition keeps its
   * place, so that an unchanged status gives an unchanged tree.
   */
  public Map<String, Object> toTree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("numberOfSelectedClusters", numberOfSelectedClusters);
    tree.put("decisionGroups", groups.stream().map(GroupStatus::toTree).toList());
    tree.put("conditions", allConditions());
    return tree;
  }

  private List<Map<String, Object>> allConditions() {
    List<PlacementCondition> left = conditions.stream().collect(toCollection(ArrayList::new));
    List<Map<String, Object>> all = new ArrayList<>();
    for (Map<String, Object> each : present) {
      String type = JsonTree.text(each, "type").orElse("");
      if (!OWN_TYPES.contains(type)) {
        all.add(each);
      }
      left.stream()
          .filter(own -> own.type().equals(type))
          .findFirst()
          .ifPresent(
              own -> {
                all.add(own.toTree());
                left.remove(own);
              });
    }
    left.forEach(own -> all.add(own.toTree()));
    return all;
  }
}
