package io.sluice.placement.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.PlacementTrees;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlacementSnapshotTest {
  private static final Instant NOW = Instant.parse("2026-02-03T10:00:00Z");
  private static final GroupKey DEV = new GroupKey("p", "dev", 0);
  private static final GroupKey REST = new GroupKey("p", "", 1);

  private static final DecisionObject FIRST = DecisionObject.of(DEV, 1, List.of("c2", "c1"));
  private static final DecisionObject SECOND = DecisionObject.of(REST, 2, List.of("c10"));

  private static Map<String, Object> entry(GroupKey group, int clusters, String... names) {
    return Map.of(
        "decisionGroupIndex",
        group.index(),
        "decisionGroupName",
        group.name(),
        "decisions",
        List.of(names),
        "clusterCount",
        clusters);
  }

  /** Returns the status that agrees with the first and the second decision. */
  private static Map<String, Object> status() {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("numberOfSelectedClusters", 3);
    status.put(
        "decisionGroups", List.of(entry(DEV, 2, "p-decision-1"), entry(REST, 1, "p-decision-2")));
    status.put(
        "conditions", List.of(Map.of("type", "PlacementSatisfied", "observedGeneration", 2)));
    return status;
  }

  private static PlacementSnapshot read(Map<String, Object> status, DecisionObject... decisions) {
    Map<String, Object> groups =
        Map.of(
            "clustersPerDecisionGroup",
            "50%",
            "decisionGroups",
            List.of(named("dev"), named("qa")));
    return PlacementSnapshot.of(
        new PlacementObject(
            "retail",
            "p",
            "uid-1",
            2,
            Map.of(),
            Map.of(),
            Map.of("decisionStrategy", Map.of("groupStrategy", groups)),
            status),
        List.of(decisions),
        Optional.of(NOW.minusSeconds(5)),
        NOW);
  }

  private static Map<String, Object> named(String group) {
    return Map.of("groupName", group, "groupClusterSelector", Map.of());
  }

  private static DecisionObject labelled(DecisionObject object, String index, String group) {
    Map<String, String> labels = new LinkedHashMap<>();
    if (index != null) {
      labels.put(DecisionObject.GROUP_INDEX, index);
    }
    if (group != null) {
      labels.put(DecisionObject.GROUP_NAME, group);
    }
    return new DecisionObject(object.name(), labels, object.clusters());
  }

  @Test
  void decisionsThatAgreeWithTheStatusMakeGroupsByIndex() {
    PlacementSnapshot snapshot = read(status(), SECOND, FIRST);
    assertThat(snapshot.coherent()).isTrue();
    assertThat(snapshot.groups())
        .containsExactly(
            new DecisionGroup(DEV, List.of("c1", "c2")), new DecisionGroup(REST, List.of("c10")));
    assertThat(snapshot.declared()).contains(new GroupKey("p", "qa", -1), DEV, REST);
    assertThat(snapshot.clustersPerGroup()).contains(2L);
  }

  @Test
  void aDecisionTooManyOrTooFewIsNotCoherent() {
    assertThat(read(status(), FIRST).problem())
        .contains("Waiting for placement p to publish all its decisions: it publishes 2 of 3.");
    assertThat(read(status(), FIRST, SECOND, DecisionObject.of(REST, 3, List.of())).coherent())
        .isFalse();
  }

  @Test
  void aGroupThatDiffersFromItsEntryIsNotCoherent() {
    assertThat(read(status(), FIRST, labelled(SECOND, "2", "")).coherent()).isFalse();
    assertThat(read(status(), FIRST, labelled(SECOND, "1", "qa")).coherent()).isFalse();
    assertThat(
            read(
                    status(),
                    DecisionObject.of(DEV, 1, List.of("c1")),
                    DecisionObject.of(REST, 2, List.of("c2", "c10")))
                .coherent())
        .isFalse();
  }

  @Test
  void aSumThatDiffersOrAClusterInTwoDecisionsIsNotCoherent() {
    Map<String, Object> four = status();
    four.put("numberOfSelectedClusters", 4);
    assertThat(read(four, FIRST, SECOND).coherent()).isFalse();
    Map<String, Object> two = status();
    two.put("numberOfSelectedClusters", 2);
    assertThat(read(two, FIRST, DecisionObject.of(REST, 2, List.of("c1"))).coherent()).isFalse();
  }

  @Test
  void aConditionOfAnEarlierGenerationIsNotCoherent() {
    Map<String, Object> status = status();
    status.put("conditions", List.of(Map.of("observedGeneration", 1)));
    assertThat(read(status, FIRST, SECOND).coherent()).isFalse();
    status.put("conditions", List.of(Map.of("type", "PlacementSatisfied")));
    assertThat(read(status, FIRST, SECOND).coherent()).isTrue();
  }

  @Test
  void labelsThatContradictEachOtherAreNotCoherent() {
    Map<String, Object> counted =
        Map.of("numberOfSelectedClusters", 3, "conditions", status().get("conditions"));
    assertThat(read(counted, FIRST, SECOND).coherent()).isTrue();
    assertThat(read(counted, FIRST, labelled(SECOND, null, null)).coherent()).isFalse();
    assertThat(read(counted, FIRST, labelled(SECOND, "-1", "")).coherent()).isFalse();
    assertThat(read(counted, FIRST, labelled(SECOND, "0", "qa")).problem())
        .contains("Waiting for placement p to publish all its decisions.");
  }

  @Test
  void decisionsWithoutAnyIndexAreOneUnnamedGroup() {
    PlacementSnapshot snapshot =
        read(
            Map.of("numberOfSelectedClusters", 3, "conditions", status().get("conditions")),
            labelled(FIRST, null, "dev"),
            labelled(SECOND, null, null));
    assertThat(snapshot.coherent()).isTrue();
    assertThat(snapshot.groups())
        .containsExactly(new DecisionGroup(new GroupKey("p", "", 0), List.of("c1", "c10", "c2")));
  }

  @Test
  void aSchedulerWithoutStatusIsBelievedTenSecondsAfterItsLastWrite() {
    PlacementObject bare =
        new PlacementObject("retail", "p", "", 1, Map.of(), Map.of(), Map.of(), Map.of());
    List<DecisionObject> decisions = List.of(FIRST);
    assertThat(
            PlacementSnapshot.of(bare, decisions, Optional.of(NOW), NOW.plusMillis(9_999))
                .coherent())
        .isFalse();
    assertThat(
            PlacementSnapshot.of(bare, decisions, Optional.of(NOW), NOW.plusSeconds(10)).coherent())
        .isTrue();
  }

  @Test
  void aPlacementThatNoSchedulerHasSeenSaysSo() {
    PlacementSnapshot snapshot = read(Map.of());
    assertThat(snapshot.missing())
        .contains("Placement p has no status: its scheduler has not run.")
        .isEqualTo(snapshot.problem());
  }

  @Test
  void theSpellingOfTheProposalDeclaresItsGroupsAndTheirSize() {
    PlacementSnapshot snapshot =
        written(
            """
            {DecisionStrategy: {clustersPerDecisionGroup: 2, DecisionGroups: [
               {GroupName: 'canary', clusterSelector: {matchLabels: {tier: 'canary'}}}]}}
            """);
    assertThat(snapshot.declared()).contains(new GroupKey("p", "canary", -1));
    assertThat(snapshot.clustersPerGroup()).contains(2L);
  }

  @Test
  void theDecisionsOfAGroupMayBeNamedAsTheProposalDoes() {
    Map<String, Object> status = status();
    status.put(
        "decisionGroups",
        List.of(proposed(entry(DEV, 2, "p-decision-1")), proposed(entry(REST, 1, "p-decision-2"))));
    assertThat(read(status, FIRST, SECOND).problem()).isEmpty();
    assertThat(read(status, FIRST).problem()).isPresent();
  }

  private static Map<String, Object> proposed(Map<String, Object> entry) {
    Map<String, Object> proposed = new LinkedHashMap<>(entry);
    proposed.put("placementDecisions", proposed.remove("decisions"));
    return proposed;
  }

  @Test
  void aSizeOfGroupsWithoutALimitIsTheWholeSelection() {
    for (String size : List.of("0", "-1", "4", "'100%'")) {
      assertThat(sized(size).clustersPerGroup()).as(size).contains(3L);
    }
    assertThat(written("{decisionStrategy: {clustersPerDecisionGroup: 'None'}}").clustersPerGroup())
        .contains(3L);
    assertThat(sized("'34%'").clustersPerGroup()).contains(2L);
    assertThat(written("{decisionStrategy: {groupStrategy: {}}}").clustersPerGroup()).isEmpty();
  }

  @Test
  void aSizeThatIsMisconfiguredIsNotSet() {
    for (String size : List.of("'None'", "'3'", "'0%'", "'101%'")) {
      assertThat(sized(size).clustersPerGroup()).as(size).isEmpty();
    }
    assertThat(
            written(
                    """
                    {decisionStrategy: {clustersPerDecisionGroup: 1,
                       groupStrategy: {clustersPerDecisionGroup: 3}}}
                    """)
                .clustersPerGroup())
        .isEmpty();
  }

  private static PlacementSnapshot sized(String size) {
    return written(
        "{decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: %s}}}".formatted(size));
  }

  private static PlacementSnapshot written(String spec) {
    return PlacementSnapshot.of(
        PlacementTrees.placement("p", spec, Map.of()),
        List.of(FIRST, SECOND),
        Optional.empty(),
        NOW);
  }

  @Test
  void aPlacementRuleIsOneUnnamedGroup() {
    PlacementSnapshot snapshot =
        PlacementSnapshot.ofRule("r", "r/PlacementRule", List.of("c2", "c1", "c2"));
    assertThat(snapshot.coherent()).isTrue();
    assertThat(snapshot.groups())
        .containsExactly(
            new DecisionGroup(new GroupKey("r/PlacementRule", "", 0), List.of("c1", "c2")));
  }
}
