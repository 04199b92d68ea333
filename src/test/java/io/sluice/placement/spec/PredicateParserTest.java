package io.sluice.placement.spec;

import static io.sluice.placement.spec.ParsedSpec.faults;
import static io.sluice.placement.spec.ParsedSpec.valid;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.placement.ClusterSelector;
import io.sluice.placement.ManagedCluster;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PredicateParserTest {
  private static final String PATH = "spec.predicates[0].requiredClusterSelector.";

  @Test
  void labelsAndClaimsMustBothMatch() {
    ClusterSelector selector =
        selector(
            """
            {labelSelector: {matchLabels: {env: 'prod'}},
             claimSelector: {matchExpressions: [{key: 'region', operator: 'In', values: ['eu']}]}}
            """);
    assertThat(selector.matches(cluster(Map.of("env", "prod"), Map.of("region", "eu")))).isTrue();
    assertThat(selector.matches(cluster(Map.of("env", "prod"), Map.of("region", "us")))).isFalse();
    assertThat(selector.matches(cluster(Map.of(), Map.of("region", "eu")))).isFalse();
  }

  @Test
  void aMissingKeyMatchesNotInAndDoesNotExist() {
    ClusterSelector selector =
        selector(
            """
            {labelSelector: {matchExpressions: [
               {key: 'env', operator: 'NotIn', values: ['prod']}, {key: 'x', operator: 'DoesNotExist'}]}}
            """);
    assertThat(selector.matches(cluster(Map.of(), Map.of()))).isTrue();
    assertThat(selector.matches(cluster(Map.of("env", "prod"), Map.of()))).isFalse();
    assertThat(selector.matches(cluster(Map.of("x", ""), Map.of()))).isFalse();
  }

  @Test
  void aPredicateWithoutSelectorMatchesEverything() {
    assertThat(valid("{predicates: [{}]}").predicates())
        .singleElement()
        .satisfies(
            each -> assertThat(each.selector().matches(cluster(Map.of(), Map.of()))).isTrue());
  }

  @Test
  void claimsHaveNoMatchLabels() {
    assertThat(faultsOf("{claimSelector: {matchLabels: {region: 'eu'}}}"))
        .containsExactly(
            PATH
                + "claimSelector.matchLabels is no field of this selector, which would match more");
  }

  @Test
  void aSelectorWithAnUnknownFieldIsNotRead() {
    assertThat(faultsOf("{labelSelector: {matchLabel: {env: 'prod'}}}")).hasSize(1);
    assertThat(faultsOf("{labelsSelector: {}}")).hasSize(1);
  }

  @Test
  void theSyntaxOfLabelsIsChecked() {
    assertThat(faultsOf("{labelSelector: {matchLabels: {'a b': 'x', c: 'not/ok'}}}")).hasSize(2);
    assertThat(faultsOf("{claimSelector: {matchExpressions: [{key: 'a', operator: 'In'}]}}"))
        .hasSize(1);
  }

  @Test
  void predicatesAreAListOfObjects() {
    assertThat(faults("{predicates: {}}")).hasSize(1);
    assertThat(faults("{predicates: ['all']}")).hasSize(1);
  }

  private static List<String> faultsOf(String selector) {
    return faults("{predicates: [{requiredClusterSelector: %s}]}".formatted(selector));
  }

  private static ClusterSelector selector(String json) {
    return valid("{predicates: [{requiredClusterSelector: %s}]}".formatted(json))
        .predicates()
        .get(0)
        .selector();
  }

  private static ManagedCluster cluster(Map<String, String> labels, Map<String, String> claims) {
    return new ManagedCluster("c", labels, claims, List.of(), Map.of(), Map.of(), false, Map.of());
  }
}
