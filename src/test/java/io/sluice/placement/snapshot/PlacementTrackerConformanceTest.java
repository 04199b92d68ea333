package io.sluice.placement.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ConformanceCases;
import io.sluice.fleet.DecisionGroup;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.PlacementObject;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.strategy.GroupSelector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Reads groups from decisions as the files about consumers of Placements list them. */
class PlacementTrackerConformanceTest {
  @TestFactory
  Stream<DynamicTest> everyCase() {
    return ConformanceCases.of("placement").each("tracker-cases.json", this::check);
  }

  private void check(Map<String, Object> each) {
    List<DecisionGroup> groups = groups(each);
    switch (String.valueOf(each.get("kind"))) {
      case "select" -> checkSelected(groups, each);
      case "error" ->
          // A missing index makes one unnamed group (placement 11.1): no cluster is lost.
          assertThat(groups)
              .singleElement()
              .satisfies(group -> assertThat(group.key().index()).isZero())
              .satisfies(group -> assertThat(group.clusters()).containsAll(clusters(each)));
      case "changes" -> checkChanges(groups, each);
      default -> throw new AssertionError("unknown kind " + each.get("kind"));
    }
  }

  private static void checkSelected(List<DecisionGroup> groups, Map<String, Object> each) {
    List<GroupSelector> selectors =
        JsonTree.maps(each, "groupKeys").stream()
            .map(
                key ->
                    new GroupSelector(
                        JsonTree.text(key, "groupName"),
                        Optional.ofNullable((Integer) key.get("groupIndex"))))
            .toList();
    Map<Boolean, List<DecisionGroup>> parts =
        groups.stream()
            .collect(
                Collectors.partitioningBy(
                    group -> selectors.stream().anyMatch(one -> one.selects(group.key()))));
    Map<String, Object> expect = JsonTree.map(each, "expect");
    assertThat(texts(parts.get(true))).isEqualTo(expected(expect, "selected"));
    assertThat(texts(parts.get(false))).isEqualTo(expected(expect, "besides"));
  }

  private static void checkChanges(List<DecisionGroup> groups, Map<String, Object> each) {
    Set<String> former = new TreeSet<>();
    JsonTree.maps(each, "existingGroups")
        .forEach(group -> former.addAll(JsonTree.texts(group, "clusters")));
    Set<String> present =
        groups.stream()
            .flatMap(group -> group.clusters().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> added = new TreeSet<>(present);
    added.removeAll(former);
    former.removeAll(present);
    Map<String, Object> expect = JsonTree.map(each, "expect");
    assertThat(added).containsExactlyInAnyOrderElementsOf(JsonTree.texts(expect, "added"));
    assertThat(former).containsExactlyInAnyOrderElementsOf(JsonTree.texts(expect, "deleted"));
  }

  private static List<DecisionGroup> groups(Map<String, Object> each) {
    List<DecisionObject> decisions = new ArrayList<>();
    for (Map<String, Object> decision : JsonTree.maps(each, "decisions")) {
      decisions.add(
          new DecisionObject(
              DecisionObject.name("placement1", decisions.size() + 1),
              JsonTree.strings(decision, "labels"),
              JsonTree.texts(decision, "clusters")));
    }
    PlacementObject placement =
        new PlacementObject("ns1", "placement1", "uid", 1, Map.of(), Map.of(), Map.of(), Map.of());
    return PlacementSnapshot.of(placement, decisions, Optional.empty(), Instant.EPOCH).groups();
  }

  private static List<String> clusters(Map<String, Object> each) {
    return JsonTree.maps(each, "decisions").stream()
        .flatMap(decision -> JsonTree.texts(decision, "clusters").stream())
        .toList();
  }

  private static List<String> texts(List<DecisionGroup> groups) {
    return groups.stream()
        .map(
            group ->
                "%s %d %s"
                    .formatted(
                        group.key().name(), group.key().index(), new TreeSet<>(group.clusters())))
        .toList();
  }

  private static List<String> expected(Map<String, Object> expect, String key) {
    return JsonTree.maps(expect, key).stream()
        .map(
            group ->
                "%s %s %s"
                    .formatted(
                        JsonTree.text(group, "groupName").orElse(""),
                        group.get("groupIndex"),
                        new TreeSet<>(JsonTree.texts(group, "clusters"))))
        .toList();
  }
}
