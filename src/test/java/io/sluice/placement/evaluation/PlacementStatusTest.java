package io.sluice.placement.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.placement.PlacementObject;
import io.sluice.placement.PlacementTrees;
import io.sluice.policy.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementStatusTest {
  private static final String WRONG_GROUPS =
      "decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: '0%'}}";

  private static final String ALL =
      "{name: 'all', selectorType: 'LabelSelector', labelSelector: {}}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "numberOfClusters: 2 | True/AllDecisionsScheduled",
        "numberOfClusters: 3 | False/NotAllDecisionsScheduled",
        "numberOfClusters: 0 | False/NoManagedClusterMatched",
        "sortBy: {}          | True/AllDecisionsScheduled",
        "numberOfClusters: -1 | False/NoManagedClusterMatched",
        "decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: '0%'}} | False/NotAllDecisionsScheduled",
        "numberOfClusters: -1, decisionStrategy: 3 | False/NotAllDecisionsScheduled",
        "clusterSets: [x] | False/NoIntersection",
        "clusterSets: [x], decisionStrategy: 3 | False/NoIntersection"
      })
  void whetherItIsSatisfied(String spec, String satisfied) {
    String json = spec.replace("[x]", "['x']");
    assertThat(
            satisfied(
                "clusters: [{name: 'a'}, {name: 'b'}], clusterSets: [%s], clusterSetBindings: ['all']"
                    .formatted(ALL),
                json))
        .isEqualTo(satisfied);
  }

  @Test
  void withoutBindingsOrClustersNothingElseCounts() {
    assertThat(
            satisfied(
                "clusters: [{name: 'a'}], clusterSets: [%s], clusterSetBindings: ['y']"
                    .formatted(ALL),
                WRONG_GROUPS))
        .isEqualTo("False/NoManagedClusterSetBindings");
    assertThat(satisfied("clusters: [{name: 'a', terminating: true}]", WRONG_GROUPS))
        .isEqualTo("False/AllManagedClusterSetsEmpty");
  }

  @Test
  void theMessageNamesEveryFaultWithItsField() {
    PlacementCondition condition =
        condition(
            EvaluationScene.evaluation(
                "{placement: {name: 'p', spec: {numberOfClusters: -1, %s}}}"
                    .formatted(WRONG_GROUPS)),
            PlacementCondition.MISCONFIGURED);
    assertThat(condition.status()).isEqualTo("True");
    assertThat(condition.reason()).isEqualTo("Misconfigured");
    assertThat(condition.message())
        .isEqualTo(
            "Cannot evaluate placement ns1/p: spec.decisionStrategy.groupStrategy.clustersPerDecisionGroup is \"0%\", not a size of groups. Write a whole number, or a percentage from \"1%\" to \"100%\". spec.numberOfClusters is -1, not a number of clusters. Write 0 or more, or remove it to choose all.");
  }

  @Test
  void theTreeHasEveryFieldAndTheGenerationOfTheEvaluation() {
    Evaluation evaluation =
        EvaluationScene.evaluation(
            """
            {clusters: [{name: 'a'}, {name: 'b'}], placement: {name: 'p', spec: {decisionStrategy:
              {groupStrategy: {clustersPerDecisionGroup: 1}}}}}
            """);
    assertThat(evaluation.status().toTree())
        .isEqualTo(
            PlacementTrees.tree(
                    """
                {numberOfSelectedClusters: 2, decisionGroups: [
                  {decisionGroupIndex: 0, decisionGroupName: '', decisions: ['p-decision-1'], clusterCount: 1},
                  {decisionGroupIndex: 1, decisionGroupName: '', decisions: ['p-decision-2'], clusterCount: 1}],
                 conditions: [
                  {type: 'PlacementSatisfied', status: 'True', reason: 'AllDecisionsScheduled',
                   message: 'Clusters are chosen: 2.', observedGeneration: 7,
                   lastTransitionTime: '2026-01-01T00:00:00Z'},
                  {type: 'PlacementMisconfigured', status: 'False', reason: 'Succeedconfigured',
                   message: 'The settings are valid.', observedGeneration: 7,
                   lastTransitionTime: '2026-01-01T00:00:00Z'}]}
                """)
                .entrySet()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> longs(each.getValue()))));
  }

  @Test
  void theInstantStaysWhileTheStatusDoes() {
    PlacementStatus status =
        statusAfter(
            """
            {conditions: [
              {type: 'PlacementSatisfied', status: 'True', reason: 'x', lastTransitionTime: '2025-06-01T00:00:00Z'},
              {type: 'PlacementMisconfigured', status: 'True', reason: 'x', lastTransitionTime: '2025-06-01T00:00:00Z'}]}
            """);
    assertThat(status.conditions())
        .extracting(each -> each.type() + " " + each.lastTransitionTime())
        .containsExactly(
            "PlacementSatisfied 2025-06-01T00:00:00Z",
            "PlacementMisconfigured 2026-01-01T00:00:00Z");
  }

  @Test
  void conditionsOfOtherWritersStayAndOrderIsKept() {
    PlacementStatus status =
        statusAfter(
            """
            {conditions: [
              {type: 'DecisionsKept', status: 'True'},
              {type: 'Reviewed', status: 'True', by: 'ann'},
              {type: 'PlacementMisconfigured', status: 'False'}]}
            """);
    List<Map<String, Object>> conditions = JsonTree.maps(status.toTree(), "conditions");
    assertThat(conditions)
        .extracting(each -> each.get("type"))
        .containsExactly("Reviewed", "PlacementMisconfigured", "PlacementSatisfied");
    assertThat(conditions.get(0)).containsEntry("by", "ann");
  }

  private static Object longs(Object tree) {
    if (tree instanceof List<?> list) {
      return list.stream().map(PlacementStatusTest::longs).toList();
    }
    if (tree instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>(map);
      copy.computeIfPresent("observedGeneration", (key, value) -> ((Number) value).longValue());
      return copy;
    }
    return tree;
  }

  private static PlacementStatus statusAfter(String present) {
    EvaluationInput input =
        EvaluationScene.input("{clusters: [{name: 'a'}], placement: {name: 'p', spec: {}}}");
    PlacementObject placement = input.placement();
    PlacementObject with =
        new PlacementObject(
            placement.namespace(),
            placement.name(),
            placement.uid(),
            placement.generation(),
            placement.labels(),
            placement.annotations(),
            placement.spec(),
            PlacementTrees.tree(present));
    EvaluationResult result =
        PlacementEvaluator.of(with, input.defaultGrouping())
            .evaluate(
                new EvaluationInput(
                    with,
                    input.clusters(),
                    input.sets(),
                    input.bindings(),
                    input.scores(),
                    input.otherDecisions(),
                    input.published(),
                    input.defaultGrouping(),
                    input.now()));
    return ((Evaluation) result).status();
  }

  private static String satisfied(String fleet, String spec) {
    PlacementCondition condition =
        condition(
            EvaluationScene.evaluation(
                "{%s, placement: {name: 'p', spec: {%s}}}".formatted(fleet, spec)),
            PlacementCondition.SATISFIED);
    return condition.status() + "/" + condition.reason();
  }

  private static PlacementCondition condition(Evaluation evaluation, String type) {
    return evaluation.status().conditions().stream()
        .filter(each -> each.type().equals(type))
        .findFirst()
        .orElseThrow();
  }
}
