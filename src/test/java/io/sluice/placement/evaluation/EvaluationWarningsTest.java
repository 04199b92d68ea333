package io.sluice.placement.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvaluationWarningsTest {
  private static final String CANARY =
      "{groupName: 'canary', groupClusterSelector: {labelSelector: {matchLabels: {canary: 'y'}}}}";
  private static final String REST = "{groupName: 'rest', groupClusterSelector: {}}";

  @Test
  void anOrdinaryPlacementHasNone() {
    assertThat(warnings("{name: 'a', labels: {canary: 'y'}}, {name: 'b'}", groups("5", CANARY)))
        .isEmpty();
  }

  @Test
  void anEntryThatTakesNoCluster() {
    assertThat(warnings("{name: 'a'}", groups("5", CANARY)))
        .containsExactly(
            "spec.decisionStrategy.groupStrategy.decisionGroups[0] (canary) takes no cluster. Compare its selector with the chosen clusters.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stable", "recompute"})
  void aNamedGroupThatIsSplit(String mode) {
    String two = "{name: 'a', labels: {canary: 'y'}}, {name: 'b', labels: {canary: 'y'}}";
    assertThat(warnings(two, groups("1", CANARY), "mode: '%s'".formatted(mode)))
        .containsExactly(
            "The decision group canary has more clusters than clustersPerDecisionGroup 1, so it is split. Raise the size, or ignore this.");
    assertThat(warnings(two, groups("2", CANARY), "mode: '%s'".formatted(mode))).isEmpty();
  }

  @Test
  void aClusterThatSeveralEntriesMatch() {
    assertThat(
            warnings(
                "{name: 'a', labels: {canary: 'y'}}, {name: 'b'}",
                groups("5", CANARY + "," + REST)))
        .containsExactly(
            "1 cluster (a) is matched by several decisionGroups, and the first one counts. Make the selectors exclude each other.");
  }

  @Test
  void clustersDroppedByTaintsAreCountedAndTenOfThemNamed() {
    String tainted =
        IntStream.range(0, 12)
            .mapToObj("{name: 'c%02d', taints: [{key: 'k', effect: 'NoSelect'}]}"::formatted)
            .collect(Collectors.joining(","));
    assertThat(warnings(tainted, "{}"))
        .containsExactly(
            "12 clusters (c00, c01, c02, c03, c04, c05, c06, c07, c08, c09 and 2 more) are not chosen because of taints that are not tolerated. Add tolerations if they should be.");
  }

  @Test
  void objectsOfAnotherOwnerWithTheLabel() {
    assertThat(
            warnings(
                "{name: 'a'}",
                "{}",
                """
                existingDecisions: [{name: 'x', controller: 'other', clusters: [],
                  labels: {'cluster.open-cluster-management.io/placement': 'p'}}]
                """))
        .containsExactly(
            "PlacementDecision x with the label of this Placement belongs to another owner and stays as it is. Delete it, or remove the label.");
  }

  @Test
  void warningsOfTheSettingsAreAmongThem() {
    assertThat(warnings("{name: 'a'}", "{decisionStrategy: {}}")).hasSize(1);
    assertThat(warnings("{name: 'a'}", "{decisionStrategy: {}, numberOfClusters: -1}")).hasSize(1);
  }

  private static String groups(String size, String entries) {
    return "{decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: %s, decisionGroups: [%s]}}}"
        .formatted(size, entries);
  }

  private static List<String> warnings(String clusters, String spec) {
    return warnings(clusters, spec, "mode: 'stable'");
  }

  private static List<String> warnings(String clusters, String spec, String more) {
    return EvaluationScene.evaluation(
            "{clusters: [%s], %s, placement: {name: 'p', spec: %s}}"
                .formatted(clusters, more, spec))
        .warnings();
  }
}
