package io.sluice.placement.evaluation;

import static io.sluice.placement.evaluation.EvaluationScene.evaluation;
import static io.sluice.placement.evaluation.EvaluationScene.input;
import static io.sluice.placement.evaluation.EvaluationScene.notEvaluated;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.placement.GroupingMode;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.PlacementTrees;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementEvaluatorTest {
  @Test
  void anUnknownSelectorTypeIsTriedAgain() {
    assertThat(
            notEvaluated(
                """
                {clusterSets: [{name: 's', selectorType: 'Magic'}], clusterSetBindings: ['s'],
                 placement: {name: 'p', spec: {numberOfClusters: -1}}}
                """))
        .isEqualTo(
            new NotEvaluated(
                "Cannot evaluate placement ns1/p: its selector type is unknown: ManagedClusterSet s has \"Magic\". Use ExclusiveClusterSetLabel or LabelSelector.",
                true));
  }

  @Test
  void aPlacementOfARolloutOrOfAnotherSchedulerIsLeftAlone() {
    assertThat(
            notEvaluated("{placement: {name: 'p', labels: {'sluice.io/override': ''}, spec: {}}}")
                .retry())
        .isFalse();
    assertThat(
            notEvaluated(
                    "{placement: {name: 'p', annotations: {'sluice.io/decision-grouping': 'off'}, spec: {}}}")
                .retry())
        .isFalse();
  }

  @Test
  void theAnnotationOverridesTheDefaultGrouping() {
    String scene =
        """
        {clusters: [{name: 'a'}, {name: 'b'}, {name: 'c'}], mode: '%s',
         existingDecisions: [
          {name: 'p-decision-1', labels: {'cluster.open-cluster-management.io/decision-group-index': '0'}, clusters: ['b']},
          {name: 'p-decision-2', labels: {'cluster.open-cluster-management.io/decision-group-index': '1'}, clusters: ['a', 'c']}],
         placement: {name: 'p', annotations: {%s}, spec: {decisionStrategy:
           {groupStrategy: {clustersPerDecisionGroup: 2}}}}}
        """;
    assertThat(EvaluationScene.groups(scene.formatted("stable", "")))
        .containsExactly("0  [b]", "1  [a, c]");
    assertThat(
            EvaluationScene.groups(
                scene.formatted("stable", "'sluice.io/decision-grouping': 'recompute'")))
        .containsExactly("0  [a, b]", "1  [c]");
    assertThat(
            EvaluationScene.groups(
                scene.formatted("recompute", "'sluice.io/decision-grouping': 'stable'")))
        .containsExactly("0  [b]", "1  [a, c]");
  }

  @Test
  void objectsOfAnotherOwnerAreNoMemory() {
    assertThat(
            EvaluationScene.groups(
                """
                {clusters: [{name: 'a'}, {name: 'b'}], mode: 'stable',
                 existingDecisions: [{name: 'x', controller: 'other', clusters: ['b'],
                   labels: {'cluster.open-cluster-management.io/placement': 'p'}}],
                 placement: {name: 'p', spec: {numberOfClusters: 1}}}
                """))
        .containsExactly("0  [a]");
  }

  @Test
  void thePlacementIsDueWhenTheFirstTolerationOfAPublishedClusterEnds() {
    String scene =
        """
        {clusters: [
          {name: 'a', taints: [{key: 'k', effect: 'NoSelect', timeAdded: '2026-01-01T00:00:00Z'}]},
          {name: 'b', taints: [{key: 'k', effect: 'NoSelect', timeAdded: '2025-12-31T23:59:57Z'}]},
          {name: 'c', taints: [{key: 'k', effect: 'NoSelect', timeAdded: '2025-12-31T23:59:51Z'}]}],
         existingDecisions: [{name: 'p-decision-1', labels: {}, clusters: [%s]}],
         placement: {name: 'p', spec: {tolerations: [{key: 'k', tolerationSeconds: 10}]}}}
        """;
    assertThat(evaluation(scene.formatted("'a', 'b'")).requeueAfter())
        .contains(Duration.ofSeconds(7));
    assertThat(evaluation(scene.formatted("")).requeueAfter()).isEmpty();
  }

  @Test
  void thePlacementIsDueForAPublishedClusterThatItDoesNotChooseAnyMore() {
    String scene =
        """
        {clusterSets: [{name: 's'}, {name: 'other'}], clusterSetBindings: ['s'], clusters: [
          {name: 'a', labels: {zone: '%s', 'cluster.open-cluster-management.io/clusterset': '%s'},
           taints: [{key: 'k', effect: 'NoSelect', timeAdded: '2026-01-01T00:00:00Z'}]},
          {name: 'b', labels: {zone: 'w', 'cluster.open-cluster-management.io/clusterset': 's'}}],
         existingDecisions: [{name: 'p-decision-1', labels: {}, clusters: [%s, 'b']}],
         placement: {name: 'p', spec: {tolerations: [{key: 'k', tolerationSeconds: 10}], predicates: [
           {requiredClusterSelector: {labelSelector: {matchLabels: {zone: 'w'}}}}]}}}
        """;
    for (List<String> where :
        List.of(List.of("w", "s"), List.of("e", "s"), List.of("w", "other"))) {
      assertThat(evaluation(scene.formatted(where.get(0), where.get(1), "'a'")).requeueAfter())
          .as(where.toString())
          .contains(Duration.ofSeconds(10));
    }
    assertThat(evaluation(scene.formatted("e", "s", "'b'")).requeueAfter()).isEmpty();
  }

  @Test
  void beforeTheFirstEvaluationEveryChangeCounts() {
    EvaluationInput input = input("{clusters: [{name: 'a'}], placement: {name: 'p', spec: {}}}");
    PlacementEvaluator evaluator = evaluator(input);
    assertThat(evaluator.affected(input.clusters().get(0), input.clusters().get(0))).isTrue();
    evaluator.evaluate(input);
    assertThat(evaluator.affected(input.clusters().get(0), input.clusters().get(0))).isFalse();
  }

  @Test
  void whileSettingsAreWrongOnlyThePoolCounts() {
    EvaluationInput input =
        input(
            """
            {clusterSets: [{name: 's'}], clusterSetBindings: ['s'], clusters: [
              {name: 'a', labels: {'cluster.open-cluster-management.io/clusterset': 's'}},
              {name: 'a', labels: {'cluster.open-cluster-management.io/clusterset': 's', x: '1'}},
              {name: 'a'}],
             placement: {name: 'p', spec: {numberOfClusters: -1}}}
            """);
    PlacementEvaluator evaluator = evaluator(input);
    evaluator.evaluate(input);
    assertThat(evaluator.affected(input.clusters().get(0), input.clusters().get(1))).isFalse();
    assertThat(evaluator.affected(input.clusters().get(0), input.clusters().get(2))).isTrue();
  }

  @Test
  void aPlacementThatIsLeftAloneIsNeverAffected() {
    EvaluationInput input =
        input(
            """
            {clusters: [{name: 'a'}, {name: 'a', labels: {x: '1'}}],
             placement: {name: 'p', labels: {'sluice.io/override': ''}, spec: {}}}
            """);
    assertThat(evaluator(input).affected(input.clusters().get(0), input.clusters().get(1)))
        .isFalse();
  }

  @Test
  void scoresAndOtherDecisionsAreUsedWhereTheyDecide() {
    String addOn =
        "prioritizerPolicy: {mode: 'Exact', configurations: [{scoreCoordinate: {type: 'AddOn', addOn: {resourceName: 'r', scoreName: 's'}}}]}";
    assertThat(of("{" + addOn + "}").usesScores()).isFalse();
    assertThat(of("{numberOfClusters: 3, " + addOn + "}").usesScores()).isTrue();
    assertThat(of("{numberOfClusters: 3, " + addOn + "}").usesOtherDecisions()).isFalse();
    assertThat(of("{numberOfClusters: 3}").usesOtherDecisions()).isTrue();
    assertThat(of("{}").usesOtherDecisions()).isFalse();
    assertThat(
            of("""
                    {predicates: [{requiredClusterSelector: {celSelector: {celExpressions:
                      ["managedCluster.scores('r').size() > 0"]}}}]}
                    """)
                .usesScores())
        .isTrue();
  }

  @Test
  void aResultRepeatsUnlessTimeOrRankDecide() {
    assertThat(of("{}").repeatable()).isTrue();
    assertThat(
            of("{tolerations: [{key: 'x', operator: 'Exists'}], decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 2}}}")
                .repeatable())
        .isTrue();
    assertThat(
            of("{tolerations: [{key: 'x', operator: 'Exists', tolerationSeconds: 5}]}")
                .repeatable())
        .isFalse();
    assertThat(of("{numberOfClusters: 3}").repeatable()).isFalse();
    assertThat(of("{numberOfClusters: -1}").repeatable()).isFalse();
  }

  @Test
  void aPlacementThatToleratesSilentClustersIsNotWarnedOf() {
    String key = "cluster.open-cluster-management.io/";
    assertThat(of("{}").silenceWarning().orElseThrow().sentences())
        .startsWith("Placement retail/stores tolerates neither");
    assertThat(
            of("{tolerations: [{key: '%sunreachable', operator: 'Exists'}]}".formatted(key))
                .silenceWarning())
        .isEmpty();
    assertThat(
            of("{tolerations: [{key: '%sunavailable', tolerationSeconds: 60}]}".formatted(key))
                .silenceWarning())
        .isEmpty();
    assertThat(of("{tolerations: [{key: 'x', operator: 'Exists'}]}").silenceWarning()).isPresent();
  }

  @Test
  void otherSettingsNeedAnotherEvaluator() {
    PlacementEvaluator evaluator = of("{numberOfClusters: 1}");
    PlacementObject same = PlacementTrees.placement("{numberOfClusters: 1}");
    assertThat(evaluator.serves(same)).isTrue();
    assertThat(evaluator.serves(PlacementTrees.placement("{numberOfClusters: 2}"))).isFalse();
    EvaluationInput other = input("{placement: {name: 'p', spec: {}}}");
    assertThatThrownBy(() -> evaluator.evaluate(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Cannot evaluate placement ns1/p: ");
  }

  private static PlacementEvaluator of(String spec) {
    return PlacementEvaluator.of(PlacementTrees.placement(spec), GroupingMode.STABLE);
  }

  private static PlacementEvaluator evaluator(EvaluationInput input) {
    return PlacementEvaluator.of(input.placement(), input.defaultGrouping());
  }
}
