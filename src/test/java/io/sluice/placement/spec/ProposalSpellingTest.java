package io.sluice.placement.spec;

import static io.sluice.placement.spec.ParsedSpec.faults;
import static io.sluice.placement.spec.ParsedSpec.parse;
import static io.sluice.placement.spec.ParsedSpec.valid;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.placement.GroupStrategy;
import io.sluice.rollout.strategy.Amount;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProposalSpellingTest {
  private static final String CANONICAL =
      """
      {decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 150, decisionGroups: [
         {groupName: 'west', groupClusterSelector: {labelSelector: {matchLabels: {zone: 'w'}}}}]}}}
      """;

  @Test
  void theSpellingOfTheProposalMeansTheSame() {
    GroupStrategy canonical = valid(CANONICAL).groups();
    assertThat(
            valid(
                    """
                    {DecisionStrategy: {clustersPerDecisionGroup: 150, DecisionGroups: [
                       {groupName: 'west', clusterSelector: {matchLabels: {zone: 'w'}}}]}}
                    """)
                .groups())
        .isEqualTo(canonical);
    assertThat(
            valid(
                    """
                    {decisionStrategy: {clustersPerDecisionGroup: 150, decisionGroups: [
                       {GroupName: 'west', clusterSelector: {matchLabels: {zone: 'w'}}}]}}
                    """)
                .groups())
        .isEqualTo(canonical);
    assertThat(
            valid(
                    """
                    {decisionStrategy: {clustersPerDecisionGroup: 150, groupStrategy: {DecisionGroups: [
                       {groupName: 'west', clusterSelector: {matchLabels: {zone: 'w'}}}]}}}
                    """)
                .groups())
        .isEqualTo(canonical);
  }

  @Test
  void noneMeansOneGroup() {
    assertThat(valid("{decisionStrategy: {clustersPerDecisionGroup: 'None'}}").groups().size())
        .isEqualTo(Amount.percent(100));
  }

  @Test
  void noneIsMisconfiguredInTheCanonicalPlace() {
    for (String strategy : List.of("decisionStrategy", "DecisionStrategy")) {
      assertThat(
              faults(
                  "{%s: {groupStrategy: {clustersPerDecisionGroup: 'None'}}}".formatted(strategy)))
          .singleElement()
          .asString()
          .endsWith("clustersPerDecisionGroup is \"None\", not a size of groups");
    }
  }

  @Test
  void eachFieldThatACrdDropsIsNamed() {
    assertThat(
            parse("{DecisionStrategy: {DecisionGroups: [{GroupName: 'w1', clusterSelector: {}}]}}")
                .spellings())
        .hasSize(4)
        .first()
        .asString()
        .startsWith(
            "spec.DecisionStrategy.DecisionGroups[0].GroupName is read as spec.decisionStrategy.groupStrategy.decisionGroups[0].groupName here");
    assertThat(parse(CANONICAL).spellings()).isEmpty();
  }

  @Test
  void twoSpellingsMayHaveOneValue() {
    assertThat(
            valid(
                    """
                    {decisionStrategy: {clustersPerDecisionGroup: 'None', groupStrategy:
                       {clustersPerDecisionGroup: '100%'}}}
                    """)
                .groups()
                .size())
        .isEqualTo(Amount.percent(100));
    assertThat(
            valid(
                    """
                    {decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 3}},
                     DecisionStrategy: {clustersPerDecisionGroup: 3}}
                    """)
                .groups()
                .size())
        .isEqualTo(Amount.count(3));
  }

  @Test
  void twoSpellingsWithDifferentValuesAreAFault() {
    assertThat(
            faults(
                """
                {decisionStrategy: {clustersPerDecisionGroup: 3, groupStrategy:
                   {clustersPerDecisionGroup: 4}}}
                """))
        .containsExactly(
            "spec.decisionStrategy.clustersPerDecisionGroup differs from spec.decisionStrategy.groupStrategy.clustersPerDecisionGroup");
    assertThat(
            faults(
                """
                {decisionStrategy: {groupStrategy: {decisionGroups: [
                   {groupName: 'west', GroupName: 'east', groupClusterSelector: {}, clusterSelector: {}}]}}}
                """))
        .hasSize(2);
    assertThat(
            faults(
                """
                {decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 3}},
                 DecisionStrategy: {clustersPerDecisionGroup: 4}}
                """))
        .hasSize(1);
  }

  @Test
  void theOperatorExistIsAFault() {
    assertThat(
            faults(
                """
                {DecisionStrategy: {DecisionGroups: [{groupName: 'west', clusterSelector:
                   {matchExpressions: [{key: 'west', operator: 'Exist'}]}}]}}
                """))
        .singleElement()
        .asString()
        .endsWith("operator is \"Exist\", which is no operator");
  }
}
