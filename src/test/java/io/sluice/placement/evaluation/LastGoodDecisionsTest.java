package io.sluice.placement.evaluation;

import static io.sluice.placement.evaluation.EvaluationScene.evaluation;
import static io.sluice.placement.evaluation.EvaluationScene.groups;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.placement.DecisionObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what stands while a Placement is misconfigured (placement 8). */
class LastGoodDecisionsTest {
  private static final String SELECTION = "numberOfClusters: -1";
  private static final String GROUPING =
      "decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: '0%'}}";
  private static final String PUBLISHED =
      """
      existingDecisions: [
        {name: 'p-decision-1', clusters: ['a'], labels: {
          'cluster.open-cluster-management.io/decision-group-name': 'canary',
          'cluster.open-cluster-management.io/decision-group-index': '0'}},
        {name: 'p-decision-2', clusters: ['b', 'c'], labels: {
          'cluster.open-cluster-management.io/decision-group-index': '1'}}]
      """;

  @ParameterizedTest
  @ValueSource(strings = {SELECTION, GROUPING, SELECTION + ", " + GROUPING})
  void whatIsPublishedStays(String fault) {
    String scene = scene("{name: 'a'}, {name: 'b'}, {name: 'c'}, {name: 'd'}", PUBLISHED, fault);
    assertThat(groups(scene)).containsExactly("0 canary [a]", "1  [b, c]");
    assertThat(evaluation(scene).status().numberOfSelectedClusters()).isEqualTo(3);
    assertThat(objects(scene)).containsExactly("p-decision-1 [a]", "p-decision-2 [b, c]");
    assertThat(conditions(scene))
        .contains(
            "PlacementMisconfigured=True/Misconfigured", "DecisionsKept=True/LastGoodDecisions");
  }

  @Test
  void clustersThatLeftThePoolAreTakenOut() {
    String scene = scene("{name: 'a', terminating: true}, {name: 'c'}", PUBLISHED, SELECTION);
    assertThat(groups(scene)).containsExactly("0  [c]");
    assertThat(evaluation(scene).status().numberOfSelectedClusters()).isEqualTo(1);
  }

  @Test
  void aWithdrawnBindingTakesAllOut() {
    assertThat(
            groups(
                scene(
                    "{name: 'a'}",
                    PUBLISHED + ", clusterSets: [], clusterSetBindings: []",
                    SELECTION)))
        .containsExactly("0  []");
  }

  @Test
  void aSelectionFaultPublishesOneEmptyGroupFirst() {
    String scene = scene("{name: 'a'}", "mode: 'stable'", SELECTION);
    assertThat(groups(scene)).containsExactly("0  []");
    assertThat(objects(scene)).containsExactly("p-decision-1 []");
    assertThat(evaluation(scene).status().numberOfSelectedClusters()).isZero();
    assertThat(conditions(scene)).noneMatch(each -> each.startsWith("DecisionsKept"));
  }

  @Test
  void theEmptyGroupOfASelectionFaultIsNoGoodDecision() {
    String scene =
        scene(
            "{name: 'a'}",
            "existingDecisions: [{name: 'p-decision-1', labels: {}, clusters: []}]",
            SELECTION);
    assertThat(groups(scene)).containsExactly("0  []");
    assertThat(conditions(scene)).noneMatch(each -> each.startsWith("DecisionsKept"));
  }

  @Test
  void aGroupingFaultPublishesNoObjectButTheNumber() {
    String scene = scene("{name: 'a'}, {name: 'b'}", "mode: 'stable'", GROUPING);
    assertThat(groups(scene)).isEmpty();
    assertThat(objects(scene)).isEmpty();
    assertThat(evaluation(scene).status().groups()).isEmpty();
    assertThat(evaluation(scene).status().numberOfSelectedClusters()).isEqualTo(2);
  }

  @Test
  void aNameThatAnotherOwnerHoldsIsAFault() {
    String scene =
        scene(
            "{name: 'a'}",
            "existingDecisions: [{name: 'p-decision-1', controller: 'rule', labels: {}, clusters: ['x']}]",
            "sortBy: {}");
    assertThat(objects(scene)).isEmpty();
    assertThat(conditions(scene))
        .contains(
            "PlacementSatisfied=False/NotAllDecisionsScheduled",
            "PlacementMisconfigured=True/Misconfigured");
    assertThat(evaluation(scene).status().misconfigured().orElseThrow())
        .contains(
            "metadata.name needs PlacementDecision p-decision-1, which belongs to another owner");
    assertThat(objects(scene.replace("sortBy: {}", SELECTION))).isEmpty();
  }

  @Test
  void keptObjectsAvoidNamesOfOtherOwners() {
    String scene =
        scene(
            "{name: 'a'}, {name: 'b'}",
            """
            existingDecisions: [{name: 'p-decision-1', controller: 'rule', labels: {}, clusters: ['x']},
              {name: 'p-decision-2', labels: {}, clusters: ['a']}]
            """,
            "sortBy: {}");
    assertThat(objects(scene)).containsExactly("p-decision-2 [a]");
    assertThat(evaluation(scene).status().groups().get(0).decisions())
        .containsExactly("p-decision-2");
  }

  @Test
  void anEvaluationAfterTheFaultStartsFromWhatIsPublished() {
    assertThat(
            groups(
                scene(
                    "{name: 'a'}, {name: 'b'}, {name: 'c'}, {name: 'd'}",
                    PUBLISHED + ", mode: 'stable'",
                    "decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 2}}")))
        .containsExactly("0  [b, c]", "1  [a, d]");
  }

  private static String scene(String clusters, String published, String fault) {
    return "{clusters: [%s], %s, placement: {name: 'p', spec: {%s}}}"
        .formatted(clusters, published, fault);
  }

  private static List<String> objects(String scene) {
    return evaluation(scene).objects().stream()
        .map((DecisionObject each) -> each.name() + " " + each.clusters())
        .toList();
  }

  private static List<String> conditions(String scene) {
    return evaluation(scene).status().conditions().stream()
        .map(each -> each.type() + "=" + each.status() + "/" + each.reason())
        .toList();
  }
}
