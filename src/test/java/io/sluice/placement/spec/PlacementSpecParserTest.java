package io.sluice.placement.spec;

import static io.sluice.placement.spec.ParsedSpec.faults;
import static io.sluice.placement.spec.ParsedSpec.parse;
import static io.sluice.placement.spec.ParsedSpec.valid;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.placement.GroupStrategy;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.PlacementTrees;
import io.sluice.policy.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementSpecParserTest {
  @Test
  void anEmptySpecHasItsDefaults() {
    PlacementSpec spec = valid("{}");
    assertThat(spec.clusterSets()).isEmpty();
    assertThat(spec.predicates()).isEmpty();
    assertThat(spec.tolerations()).isEmpty();
    assertThat(spec.weights()).isEqualTo(PrioritizerWeights.ADDITIVE);
    assertThat(spec.numberOfClusters()).isEmpty();
    assertThat(spec.groups()).isEqualTo(GroupStrategy.ONE_GROUP);
    assertThat(spec.grouping()).isEqualTo(GroupingMode.STABLE);
    assertThat(parse("{}").warnings()).isEmpty();
  }

  @Test
  void zeroClustersMayBeAskedFor() {
    assertThat(valid("{numberOfClusters: 0}").numberOfClusters()).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1.5", "'3'", "2147483648", "[]"})
  void theseAreNoNumbersOfClusters(String number) {
    assertThat(parse("{numberOfClusters: %s}".formatted(number)).selectionFaults())
        .extracting(Problem::path)
        .containsExactly("spec.numberOfClusters");
  }

  @Test
  void clusterSetsAreNames() {
    assertThat(valid("{clusterSets: ['a', 'b']}").clusterSets()).containsExactly("a", "b");
    assertThat(faults("{clusterSets: ['a', '', 3]}"))
        .containsExactly(
            "spec.clusterSets[1] is \"\", not a name", "spec.clusterSets[2] is 3, not a name");
    assertThat(faults("{clusterSets: 'a'}")).hasSize(1);
  }

  @Test
  void theAnnotationChoosesTheGrouping() {
    assertThat(annotated("recompute").spec().grouping()).isEqualTo(GroupingMode.RECOMPUTE);
    assertThat(annotated("stable").spec().grouping()).isEqualTo(GroupingMode.STABLE);
  }

  @Test
  void anotherValueOfTheAnnotationIsAFaultOfGrouping() {
    assertThat(ParsedSpec.texts(annotated("Stable").groupingFaults()))
        .containsExactly(
            "metadata.annotations[sluice.io/decision-grouping] is \"Stable\", not a way of grouping");
    assertThat(annotated("Stable").selectionFaults()).isEmpty();
  }

  @Test
  void aNameThatIsNoLabelValueIsAFaultOfGrouping() {
    assertThat(named("p".repeat(63)).faults()).isEmpty();
    assertThat(named("p".repeat(64)).groupingFaults()).hasSize(1);
    assertThat(named("p".repeat(64)).selectionFaults()).isEmpty();
  }

  @Test
  void everyFaultIsNamedByKind() {
    ParsedPlacement parsed =
        parse(
            """
            {numberOfClusters: -1, tolerations: [{key: 'a', operator: 'In'}],
             predicates: [{requiredClusterSelector: {labelSelector:
               {matchExpressions: [{key: 'a', operator: 'Exist'}]}}}],
             prioritizerPolicy: {mode: 'Most'},
             decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: '0%',
               decisionGroups: [{groupName: 'a'}]}}}
            """);
    assertThat(parsed.selectionFaults())
        .extracting(Problem::path)
        .containsExactly(
            "spec.numberOfClusters",
            "spec.predicates[0].requiredClusterSelector.labelSelector.matchExpressions[0].operator",
            "spec.prioritizerPolicy.mode",
            "spec.tolerations[0].operator");
    assertThat(parsed.groupingFaults())
        .extracting(Problem::path)
        .containsExactly(
            "spec.decisionStrategy.groupStrategy.clustersPerDecisionGroup",
            "spec.decisionStrategy.groupStrategy.decisionGroups[0].groupClusterSelector",
            "spec.decisionStrategy.groupStrategy.decisionGroups[0].groupName");
  }

  @Test
  void fieldsThatUpstreamIgnoresAreIgnored() {
    ParsedPlacement parsed = parse("{spreadPolicy: {}, sortBy: {}, scoreRateLimit: 3}");
    assertThat(parsed.faults()).isEmpty();
    assertThat(parsed.warnings()).isEmpty();
  }

  @Test
  void aMisspelledFieldIsAWarning() {
    assertThat(parse("{numberOfCluster: 3}").warnings())
        .containsExactly(
            "spec.numberOfCluster is no field of a Placement that has an effect here. Remove it.");
  }

  @Test
  void anEmptyDecisionStrategyIsAWarning() {
    assertThat(parse("{decisionStrategy: {}}").warnings())
        .singleElement()
        .asString()
        .startsWith("spec.decisionStrategy is empty, so all clusters are one group.");
    assertThat(parse("{decisionStrategy: {groupStrategy: {}}}").warnings()).isEmpty();
  }

  private static ParsedPlacement annotated(String value) {
    return PlacementSpecParser.parse(
        PlacementTrees.placement("stores", "{}", Map.of(PlacementSpecParser.GROUPING, value)),
        GroupingMode.STABLE);
  }

  private static ParsedPlacement named(String name) {
    return PlacementSpecParser.parse(
        PlacementTrees.placement(name, "{}", Map.of()), GroupingMode.STABLE);
  }
}
