package io.sluice.hub.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.client.Yaml;
import io.sluice.placement.snapshot.PlacementSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlacementSnapshotParserTest {
  private static final Instant NOW = Instant.parse("2026-02-03T10:00:00Z");

  private static final String TWO_GROUPS =
      """
      numberOfSelectedClusters: 3
      decisionGroups:
      - {decisionGroupIndex: 0, decisionGroupName: dev, decisions: [p-1], clusterCount: 2}
      - {decisionGroupIndex: 1, decisionGroupName: "", decisions: [p-2], clusterCount: 1}
      """;

  private static GenericKubernetesResource placement(String status) {
    return Yaml.object(
        """
        kind: Placement
        metadata: {name: p, namespace: retail, generation: 2}
        spec: {decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 50%%, decisionGroups: [{groupName: dev, groupClusterSelector: {}}, {groupName: qa, groupClusterSelector: {}}]}}}
        status:
        %s
        """
            .formatted(status.indent(2)));
  }

  private static GenericKubernetesResource page(
      String name, String group, String index, String... clusters) {
    String decisions =
        String.join(", ", List.of(clusters).stream().map("{clusterName: %s}"::formatted).toList());
    GenericKubernetesResource page =
        Yaml.object(
            """
            kind: PlacementDecision
            metadata:
              name: %s
              namespace: retail
              creationTimestamp: "2026-02-03T09:59:55Z"
              labels: {cluster.open-cluster-management.io/placement: p}
            status: {decisions: [%s]}
            """
                .formatted(name, decisions));
    if (index != null) {
      page.getMetadata()
          .getLabels()
          .put("cluster.open-cluster-management.io/decision-group-index", index);
    }
    if (group != null) {
      page.getMetadata()
          .getLabels()
          .put("cluster.open-cluster-management.io/decision-group-name", group);
    }
    return page;
  }

  private static PlacementSnapshot read(String status, GenericKubernetesResource... pages) {
    return PlacementSnapshotParser.parse(placement(status), List.of(pages), NOW);
  }

  private static final GenericKubernetesResource FIRST = page("p-1", "dev", "0", "c2", "c1");
  private static final GenericKubernetesResource SECOND = page("p-2", "", "1", "c10");

  @Test
  void aReadThatAgreesWithTheStatusIsCoherent() {
    PlacementSnapshot reading = read(TWO_GROUPS, SECOND, FIRST);
    assertThat(reading.coherent()).isTrue();
    assertThat(reading.groups())
        .containsExactly(
            new DecisionGroup(new GroupKey("p", "dev", 0), List.of("c1", "c2")),
            new DecisionGroup(new GroupKey("p", "", 1), List.of("c10")));
  }

  @Test
  void aMissingPageIsNotCoherent() {
    assertThat(read(TWO_GROUPS, FIRST).coherent()).isFalse();
  }

  @Test
  void aPageTooManyIsNotCoherent() {
    assertThat(read(TWO_GROUPS, FIRST, SECOND, page("p-3", "", "1")).coherent()).isFalse();
  }

  @Test
  void aPageOfAnotherGroupThanItsEntryIsNotCoherent() {
    assertThat(read(TWO_GROUPS, FIRST, page("p-2", "", "2", "c10")).coherent()).isFalse();
    assertThat(read(TWO_GROUPS, FIRST, page("p-2", "qa", "1", "c10")).coherent()).isFalse();
  }

  @Test
  void aCountThatDiffersIsNotCoherent() {
    assertThat(
            read(TWO_GROUPS, page("p-1", "dev", "0", "c1"), page("p-2", "", "1", "c9", "c10"))
                .coherent())
        .isFalse();
    assertThat(read(TWO_GROUPS.replace("Clusters: 3", "Clusters: 4"), FIRST, SECOND).coherent())
        .isFalse();
  }

  @Test
  void aClusterInTwoPagesIsNotCoherent() {
    assertThat(read(TWO_GROUPS, FIRST, page("p-2", "", "1", "c1")).coherent()).isFalse();
  }

  @Test
  void anOldConditionIsNotCoherent() {
    String conditions =
        "conditions: [{type: PlacementSatisfied, status: 'True', observedGeneration: %d}]\n";
    assertThat(read(TWO_GROUPS + conditions.formatted(1), FIRST, SECOND).coherent()).isFalse();
    assertThat(read(TWO_GROUPS + conditions.formatted(2), FIRST, SECOND).coherent()).isTrue();
  }

  @Test
  void labelsThatContradictEachOtherAreNotCoherent() {
    assertThat(read(TWO_GROUPS, FIRST, page("p-2", "", null, "c10")).coherent()).isFalse();
    assertThat(read(TWO_GROUPS, FIRST, page("p-2", "", "-1", "c10")).coherent()).isFalse();
    assertThat(read(TWO_GROUPS, FIRST, page("p-2", "", "one", "c10")).coherent()).isFalse();
    assertThat(read(TWO_GROUPS, FIRST, page("p-2", "qa", "0", "c10")).coherent()).isFalse();
  }

  @Test
  void anOldControllerWithoutGroupsMakesOneUnnamedGroup() {
    PlacementSnapshot reading =
        read(
            "numberOfSelectedClusters: 2\n"
                + "conditions: [{type: PlacementSatisfied, status: 'True'}]\n",
            page("p-1", null, null, "c1"),
            page("p-2", null, null, "c2"));
    assertThat(reading.coherent()).isTrue();
    assertThat(reading.groups())
        .containsExactly(new DecisionGroup(new GroupKey("p", "", 0), List.of("c1", "c2")));
  }

  @Test
  void aSchedulerThatWritesNoStatusIsBelievedAfterTenSecondsWithoutAWrite() {
    GenericKubernetesResource page = page("p-1", null, null, "c1");
    List<GenericKubernetesResource> pages = List.of(page);
    assertThat(PlacementSnapshotParser.parse(placement("{}"), pages, NOW).coherent()).isFalse();
    assertThat(PlacementSnapshotParser.parse(placement("{}"), pages, NOW.plusSeconds(5)).coherent())
        .isTrue();
  }

  @Test
  void aGroupWithoutClustersIsDeclaredButIsNoGroup() {
    PlacementSnapshot reading = read(TWO_GROUPS, FIRST, SECOND);
    assertThat(reading.declared()).extracting(GroupKey::name).contains("qa", "dev", "");
    assertThat(reading.groups()).extracting(group -> group.key().name()).doesNotContain("qa");
  }

  @Test
  void anExplicitGroupSizeIsResolvedAgainstTheSelectedClusters() {
    assertThat(read(TWO_GROUPS, FIRST, SECOND).clustersPerGroup()).contains(2L);
    assertThat(read("{}").clustersPerGroup()).isEmpty();
  }

  @Test
  void aPlacementRuleIsOneUnnamedGroup() {
    PlacementSnapshot reading =
        PlacementSnapshotParser.parseRule(
            Yaml.object(
                """
                kind: PlacementRule
                metadata: {name: r, namespace: retail}
                status: {decisions: [{clusterName: c2, clusterNamespace: c2}, {clusterName: c1}]}
                """),
            "r");
    assertThat(reading.coherent()).isTrue();
    assertThat(reading.groups())
        .containsExactly(new DecisionGroup(new GroupKey("r", "", 0), List.of("c1", "c2")));
    assertThat(reading.groupSize()).isEqualTo(Optional.empty());
  }
}
