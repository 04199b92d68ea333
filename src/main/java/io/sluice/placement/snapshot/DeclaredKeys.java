package io.sluice.placement.snapshot;

import io.sluice.fleet.GroupKey;
import io.sluice.placement.PlacementObject;
import io.sluice.policy.JsonTree;
import io.sluice.strategy.Amount;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what a Placement declares about its groups, also of those that have no cluster. */
final class DeclaredKeys {
  private DeclaredKeys() {}

  /** Returns the published keys and those of status and spec, sorted. */
  static List<GroupKey> of(PlacementObject placement, Collection<GroupKey> published) {
    List<GroupKey> declared = new ArrayList<>(published);
    JsonTree.maps(placement.status(), "decisionGroups").stream()
        .map(
            entry ->
                new GroupKey(
                    placement.name(),
                    JsonTree.text(entry, "decisionGroupName").orElse(""),
                    (int) JsonTree.number(entry, "decisionGroupIndex")))
        .forEach(declared::add);
    // A group without clusters has no index yet, but settings may name it.
    JsonTree.maps(strategy(placement), "decisionGroups").stream()
        .flatMap(entry -> JsonTree.text(entry, "groupName").stream())
        .filter(group -> declared.stream().noneMatch(key -> key.name().equals(group)))
        .map(group -> new GroupKey(placement.name(), group, -1))
        .toList()
        .forEach(declared::add);
    return declared.stream().distinct().sorted().toList();
  }

  /** Returns the explicit size of a group; absent if there is none that can be read. */
  static Optional<Amount> groupSize(PlacementObject placement) {
    Object value = strategy(placement).get("clustersPerDecisionGroup");
    if (value instanceof Number number) {
      return Optional.of(Amount.count(number.longValue()));
    }
    if (value instanceof String text && text.matches("[0-9]{1,3}%")) {
      return Optional.of(Amount.percent(Long.parseLong(text.substring(0, text.length() - 1))));
    }
    return Optional.empty();
  }

  private static Map<String, Object> strategy(PlacementObject placement) {
    return JsonTree.map(JsonTree.map(placement.spec(), "decisionStrategy"), "groupStrategy");
  }
}
