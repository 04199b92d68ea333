package io.sluice.placement.spec;

import static io.sluice.placement.spec.ParsedSpec.faults;
import static io.sluice.placement.spec.ParsedSpec.parse;
import static io.sluice.placement.spec.ParsedSpec.valid;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.placement.NamedGroup;
import io.sluice.rollout.strategy.Amount;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupStrategyParserTest {
  @Test
  void aSizeIsANumberOrAPercentage() {
    assertThat(size("150")).isEqualTo(Amount.count(150));
    assertThat(size("'1%'")).isEqualTo(Amount.percent(1));
    assertThat(size("'100%'")).isEqualTo(Amount.percent(100));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"'None'", "'150'", "'0%'", "'101%'", "'%'", "'5'", "'05%'", "1.5", "true", "''"})
  void theseAreNoSizes(String size) {
    assertThat(parse(sized(size)).groupingFaults()).hasSize(1);
    assertThat(parse(sized(size)).selectionFaults()).isEmpty();
  }

  @Test
  void aSizeBelowOneMeansNoLimitWithAWarning() {
    assertThat(size("0").limitOf(7)).isEqualTo(7);
    assertThat(size("-1").limitOf(7)).isEqualTo(7);
    assertThat(parse(sized("0")).warnings()).hasSize(1);
    assertThat(parse(sized("1")).warnings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "prod-canary-west",
        "A.b_c-9",
        "ab",
        "x23456789012345678901234567890123456789012345678901234567890123"
      })
  void theseAreNamesOfGroups(String name) {
    assertThat(groups("{groupName: '%s', groupClusterSelector: {}}".formatted(name)))
        .extracting(NamedGroup::name)
        .containsExactly(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'a'",
        "''",
        "'-canary'",
        "'canary-'",
        "'a b'",
        "3",
        "'x234567890123456789012345678901234567890123456789012345678901234'"
      })
  void theseAreNoNamesOfGroups(String name) {
    assertThat(faultsOf("{groupName: %s, groupClusterSelector: {}}".formatted(name))).hasSize(1);
  }

  @Test
  void nameAndSelectorAreRequired() {
    assertThat(faultsOf("{}")).hasSize(2);
    assertThat(faultsOf("{groupName: 'canary'}"))
        .singleElement()
        .asString()
        .endsWith("decisionGroups[0].groupClusterSelector is missing");
  }

  @Test
  void aGroupSelectorHasNoCel() {
    assertThat(
            faultsOf(
                "{groupName: 'canary', groupClusterSelector: {celSelector: {celExpressions: ['true']}}}"))
        .hasSize(1);
  }

  @Test
  void theFieldOfTheProposalsProseIsRefused() {
    assertThat(faults("{decisionStrategy: {ClustersPercentagePerDecisionGroup: '20%'}}"))
        .containsExactly(
            "spec.decisionStrategy.ClustersPercentagePerDecisionGroup is no field of a Placement");
  }

  private static Amount size(String size) {
    return valid(sized(size)).groups().size();
  }

  private static String sized(String size) {
    return "{decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: %s}}}".formatted(size);
  }

  private static List<NamedGroup> groups(String entry) {
    return valid(grouped(entry)).groups().entries();
  }

  private static List<String> faultsOf(String entry) {
    return faults(grouped(entry));
  }

  private static String grouped(String entry) {
    return "{decisionStrategy: {groupStrategy: {decisionGroups: [%s]}}}".formatted(entry);
  }
}
