package io.sluice.placement.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.GroupKey;
import io.sluice.placement.PlacementTrees;
import io.sluice.placement.selection.SelectionStage;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementExplainerTest {
  @Test
  void aClusterOfNoSetNamesTheSetsThatCount() {
    assertThat(
            reason(
                """
                {clusterSets: [{name: 's1'}, {name: 's2'}], clusterSetBindings: ['s1', 's2'],
                 clusters: [{name: 'a'}], placement: {name: 'p', spec: {}}}
                """))
        .isEqualTo("It is in no ManagedClusterSet that the Placement may use (s1, s2).");
  }

  @Test
  void aClusterOfAnotherSetNamesThatSet() {
    String label = "'cluster.open-cluster-management.io/clusterset'";
    String scene =
        """
        {clusterSets: [{name: 's1'}, {name: 's2'}], clusterSetBindings: [%s],
         clusters: [{name: 'a', labels: {%s: 's2'}}], placement: {name: 'p', spec: {clusterSets: ['s1']}}}
        """;
    assertThat(reason(scene.formatted("'s1'", label)))
        .isEqualTo("It is in ManagedClusterSet s2, which is not bound to namespace ns1.");
    assertThat(reason(scene.formatted("'s1', 's2'", label)))
        .isEqualTo("It is in ManagedClusterSet s2, which spec.clusterSets leaves out.");
    assertThat(reason(scene.formatted("", label)))
        .isEqualTo("No ManagedClusterSet that exists is bound to namespace ns1.");
  }

  @Test
  void aClusterThatIsBeingDeletedIsNamedSo() {
    assertThat(
            only("{clusters: [{name: 'a', terminating: true}], placement: {name: 'p', spec: {}}}"))
        .returns(SelectionStage.DELETING, ClusterExplanation::stage)
        .returns("It is being deleted.", ClusterExplanation::reason);
  }

  @Test
  void eachPredicateNamesItsFirstUnmetTerm() {
    assertThat(
            reason(
                """
                {clusters: [{name: 'a', labels: {env: 'dev'}, claims: {region: 'us'}}],
                 placement: {name: 'p', spec: {predicates: [
                  {requiredClusterSelector: {labelSelector: {matchLabels: {env: 'prod'}}}},
                  {requiredClusterSelector: {labelSelector: {matchExpressions: [{key: 'x', operator: 'Exists'}]}}},
                  {requiredClusterSelector: {claimSelector: {matchExpressions: [{key: 'region', operator: 'NotIn', values: ['us']}]}}},
                  {requiredClusterSelector: {celSelector: {celExpressions: ["1 == 2"]}}}]}}}
                """))
        .isEqualTo(
            "predicates[0] requires label env In [prod], and it has env=dev; "
                + "predicates[1] requires label x Exists, and it has none; "
                + "predicates[2] requires claim region NotIn [us], and it has region=us; "
                + "predicates[3] celExpressions[0] is false: 1 == 2.");
  }

  @Test
  void aTaintNamesKeyValueEffectAndTheTolerationThatEnded() {
    String scene =
        """
        {clusters: [{name: 'a', taints: [{key: 'gpu', value: 'b', effect: 'NoSelect',
           timeAdded: '2025-12-31T23:59:00Z'}]}],
         placement: {name: 'p', spec: {tolerations: [{key: '%s', operator: 'Exists', tolerationSeconds: 30}]}}}
        """;
    assertThat(reason(scene.formatted("cpu")))
        .isEqualTo("No toleration matches its taint gpu=b:NoSelect.");
    assertThat(reason(scene.formatted("gpu")))
        .isEqualTo(
            "tolerations[0] matches its taint gpu=b:NoSelect, but ended at 2025-12-31T23:59:30Z.");
  }

  @Test
  void theCutNamesRankScoreItsPartsAndTheLastOneTaken() {
    List<ClusterExplanation> all =
        explain(
            """
            {clusters: [{name: 'a'}, {name: 'b'}],
             existingDecisions: [{name: 'p-decision-1', labels:
               {'cluster.open-cluster-management.io/placement': 'p'}, clusters: ['b']}],
             otherDecisions: [{clusters: ['a', 'a', 'x', 'x', 'x', 'x', 'x']}],
             placement: {name: 'p', spec: {numberOfClusters: 1}}}
            """);
    assertThat(all.get(0))
        .returns(SelectionStage.CUT, ClusterExplanation::stage)
        .returns(
            "It is number 2 of 2 with score 18 = Steady 1 x 0 + Balance 1 x 18, and numberOfClusters takes 1, the last of them b with score 200.",
            ClusterExplanation::reason);
    assertThat(all.get(0).score()).hasValue(18);
    assertThat(all.get(0).group()).isEmpty();
    assertThat(all.get(1).reason())
        .isEqualTo(
            "It is in ManagedClusterSet all, and there are no predicates. It is number 1 of 2 with score 200 = Steady 1 x 100 + Balance 1 x 100.");
    assertThat(all.get(1).score()).hasValue(200);
  }

  @Test
  void aChosenClusterNamesPredicateTolerationAndGroup() {
    assertThat(
            only(
                """
                {clusters: [{name: 'a', labels: {env: 'prod'}, taints: [{key: 'gpu', effect: 'NoSelect',
                   timeAdded: '2026-01-01T00:00:00Z'}]}],
                 placement: {name: 'p', spec: {
                   predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {env: 'prod'}}}}],
                   tolerations: [{key: 'gpu', operator: 'Exists', tolerationSeconds: 30}],
                   decisionStrategy: {groupStrategy: {decisionGroups: [
                     {groupName: 'canary', groupClusterSelector: {}}]}}}}}
                """))
        .returns(SelectionStage.SELECTED, ClusterExplanation::stage)
        .returns(
            "It is in ManagedClusterSet all and matches predicates[0]. Its taints are tolerated until 2026-01-01T00:00:30Z. decisionGroups[0] (canary) takes it.",
            ClusterExplanation::reason)
        .extracting(each -> each.group().orElseThrow())
        .isEqualTo(new GroupKey("p", "canary", 0));
  }

  @Test
  void whatIsKeptWhileSettingsAreWrongIsNamedSo() {
    List<ClusterExplanation> all =
        explain(
            """
            {clusters: [{name: 'a'}, {name: 'b'}, {name: 'c', terminating: true}],
             existingDecisions: [{name: 'p-decision-1', labels:
               {'cluster.open-cluster-management.io/placement': 'p'}, clusters: ['b', 'c']}],
             placement: {name: 'p', spec: {numberOfClusters: -1}}}
            """);
    assertThat(all)
        .extracting(ClusterExplanation::stage)
        .containsExactly(
            SelectionStage.UNDECIDED, SelectionStage.SELECTED, SelectionStage.DELETING);
    assertThat(all.get(0).reason())
        .startsWith("No cluster is chosen anew. Cannot evaluate placement ns1/p: spec.numberOf");
    assertThat(all.get(1).reason()).startsWith("It stays chosen as it was. Cannot evaluate");
    assertThat(all.get(1).group()).contains(new GroupKey("p", "", 0));
  }

  @Test
  void aPlacementThatIsLeftAloneDecidesNothing() {
    assertThat(
            only(
                """
                {clusters: [{name: 'a'}], placement:
                  {name: 'p', annotations: {'sluice.io/decision-grouping': 'off'}, spec: {}}}
                """))
        .returns(SelectionStage.UNDECIDED, ClusterExplanation::stage)
        .returns(
            "Placement ns1/p is left alone. Its annotation sluice.io/decision-grouping is off.",
            ClusterExplanation::reason);
  }

  private static String reason(String scene) {
    return only(scene).reason();
  }

  private static ClusterExplanation only(String scene) {
    List<ClusterExplanation> all = explain(scene);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  private static List<ClusterExplanation> explain(String scene) {
    return PlacementExplainer.explain(EvaluationCase.input(PlacementTrees.tree(scene)));
  }
}
