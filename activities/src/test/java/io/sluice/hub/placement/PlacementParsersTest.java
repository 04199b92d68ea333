package io.sluice.hub.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.sluice.fleet.LabelSelector;
import io.sluice.fleet.LabelSelector.Operator;
import io.sluice.placement.AddOnScore;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ManagedClusterSet;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.Taint;
import io.sluice.policy.JsonTree;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementParsersTest {
  private static final KubernetesSerialization YAML = new KubernetesSerialization();

  @Test
  void aClusterIsReadWithLabelsClaimsAndTaints() {
    ManagedCluster cluster =
        cluster(
            """
            apiVersion: cluster.open-cluster-management.io/v1
            kind: ManagedCluster
            metadata: {name: c1, labels: {env: prod}, deletionTimestamp: "2026-02-03T10:00:00Z"}
            spec:
              taints:
              - {key: gpu, value: "yes", effect: NoSelect, timeAdded: "2026-02-03T12:00:00+02:00"}
              - {key: old, effect: NoSelectIfNew}
            status: {clusterClaims: [{name: region, value: eu}, {name: bare}]}
            """);

    assertThat(cluster.labels()).isEqualTo(Map.of("env", "prod"));
    assertThat(cluster.claims()).isEqualTo(Map.of("region", "eu", "bare", ""));
    assertThat(cluster.taints())
        .containsExactly(
            new Taint("gpu", "yes", "NoSelect", Optional.of(Instant.parse("2026-02-03T10:00:00Z"))),
            new Taint("old", "", "NoSelectIfNew", Optional.empty()));
    assertThat(cluster.deleting()).isTrue();
  }

  @Test
  void anExpressionMayReadEveryFieldOfACluster() {
    Map<String, Object> tree =
        cluster(
                """
                apiVersion: cluster.open-cluster-management.io/v1
                kind: ManagedCluster
                metadata: {name: c1, annotations: {a: b}}
                status: {version: {kubernetes: v1.30.0}}
                """)
            .object();

    assertThat(JsonTree.map(JsonTree.map(tree, "status"), "version"))
        .containsEntry("kubernetes", "v1.30.0");
    assertThat(JsonTree.map(tree, "metadata"))
        .containsEntry("annotations", Map.of("a", "b"))
        .doesNotContainValue(null);
  }

  @ParameterizedTest
  @CsvSource({
    "cpu, 4, 4",
    "cpu, 3920m, 3.92",
    "memory, 16Gi, 17179869184",
    "memory, 1.5G, 1500000000",
    "memory, '123456789', 123456789"
  })
  void quantitiesAreReadInCoresAndBytes(String resource, String text, double amount) {
    ManagedCluster cluster =
        cluster(
            """
            apiVersion: cluster.open-cluster-management.io/v1
            kind: ManagedCluster
            metadata: {name: c1}
            status: {allocatable: {%s: "%s"}, capacity: {%s: %s}}
            """
                .formatted(resource, text, resource, text));

    assertThat(cluster.allocatable()).isEqualTo(Map.of(resource, amount));
    assertThat(cluster.capacity()).isEqualTo(Map.of(resource, amount));
  }

  @Test
  void aQuantityThatIsNoneIsNotReported() {
    assertThat(
            cluster(
                    """
                    apiVersion: cluster.open-cluster-management.io/v1
                    kind: ManagedCluster
                    metadata: {name: c1}
                    status: {allocatable: {cpu: many, memory: 4Qi, pods: 110}}
                    """)
                .allocatable())
        .isEmpty();
  }

  @Test
  void aSetSelectsByItsLabelOrBySelector() {
    assertThat(set("{}")).isEqualTo(new ManagedClusterSet("edge", "", Optional.empty()));
    assertThat(
            set(
                "{clusterSelector: {selectorType: LabelSelector, labelSelector: {matchLabels:"
                    + " {a: b}, matchExpressions: [{key: c, operator: NotIn, values: [d]}]}}}"))
        .isEqualTo(
            new ManagedClusterSet(
                "edge",
                "LabelSelector",
                Optional.of(
                    new LabelSelector(
                        Map.of("a", "b"),
                        List.of(
                            new LabelSelector.Requirement("c", Operator.NOT_IN, List.of("d")))))));
    assertThat(set("{clusterSelector: {selectorType: LabelSelector, labelSelector: {}}}"))
        .isEqualTo(
            new ManagedClusterSet(
                "edge", "LabelSelector", Optional.of(new LabelSelector(Map.of(), List.of()))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{key: a, operator: Exist}",
        "{key: a, operator: In}",
        "{key: a/b/c, operator: Exists}"
      })
  void aSelectorThatCannotBeUsedMakesTheTypeUnknown(String expression) {
    assertThat(
            set("{clusterSelector: {selectorType: LabelSelector, labelSelector:"
                    + " {matchExpressions: [%s]}}}".formatted(expression))
                .selectorType())
        .isEqualTo("LabelSelector with a wrong selector");
  }

  @Test
  void theNamespaceOfScoresIsTheirCluster() {
    assertThat(
            AddOnScoreParser.parse(
                object(
                    """
                    apiVersion: cluster.open-cluster-management.io/v1alpha1
                    kind: AddOnPlacementScore
                    metadata: {name: usage, namespace: c1}
                    status: {validUntil: "2026-02-03T10:00:00Z", scores: [{name: cpu, value: -7}, {name: none}]}
                    """)))
        .containsExactly(
            new AddOnScore(
                "c1", "usage", "cpu", -7, Optional.of(Instant.parse("2026-02-03T10:00:00Z"))),
            new AddOnScore(
                "c1", "usage", "none", 0, Optional.of(Instant.parse("2026-02-03T10:00:00Z"))));
  }

  @Test
  void onlyTheControllerOfADecisionCountsAsItsOwner() {
    PublishedDecision decision =
        PublishedDecisionParser.parse(
            object(
                """
                apiVersion: cluster.open-cluster-management.io/v1beta1
                kind: PlacementDecision
                metadata:
                  name: p-decision-1
                  namespace: ns
                  resourceVersion: "7"
                  labels: {a: b}
                  ownerReferences:
                  - {apiVersion: v1, kind: ConfigMap, name: x, uid: other}
                  - {apiVersion: v1, kind: Placement, name: p, uid: mine, controller: true}
                status: {decisions: [{clusterName: c2, reason: ""}, {clusterName: c1, reason: ""}]}
                """));

    assertThat(decision.object().clusters()).containsExactly("c2", "c1");
    assertThat(decision.object().labels()).isEqualTo(Map.of("a", "b"));
    assertThat(decision.resourceVersion()).isEqualTo("7");
    assertThat(decision.controller()).contains("mine");
  }

  private static ManagedCluster cluster(String yaml) {
    return ManagedClusterParser.parse(object(yaml));
  }

  private static ManagedClusterSet set(String spec) {
    return ManagedClusterSetParser.parse(
        object(
            """
            apiVersion: cluster.open-cluster-management.io/v1beta2
            kind: ManagedClusterSet
            metadata: {name: edge}
            spec: %s
            """
                .formatted(spec)));
  }

  private static GenericKubernetesResource object(String yaml) {
    return YAML.unmarshal(yaml, GenericKubernetesResource.class);
  }
}
