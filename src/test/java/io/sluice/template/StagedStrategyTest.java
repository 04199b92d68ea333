package io.sluice.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.DecisionGroup;
import io.sluice.placement.ManagedCluster;
import io.sluice.rollout.strategy.Amount;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Checks the rollout strategy of a template's policy against lazy-activation 3. */
class StagedStrategyTest {
  private static final Map<String, Object> CANARY =
      Map.of(
          "decisionGroups",
          List.of(
              Map.of(
                  "groupName",
                  "canary",
                  "groupClusterSelector",
                  Map.of("labelSelector", Map.of("matchLabels", Map.of("tier", "canary"))))));

  @Test
  void clustersAreGroupedAsThoseOfAPlacement() {
    StagedStrategy strategy =
        parsed(Map.of("type", "ProgressivePerGroup", "groupStrategy", CANARY));
    List<DecisionGroup> groups =
        strategy.group(
            "web", List.of(cluster("m3", ""), cluster("m2", "canary"), cluster("m4", "")));
    assertThat(groups)
        .extracting(group -> group.key().name() + group.key().index() + group.clusters())
        .containsExactly("canary0[m2]", "1[m3, m4]");
  }

  @Test
  void noClusterMakesNoGroup() {
    assertThat(parsed(Map.of("type", "Progressive")).group("web", List.of())).isEmpty();
  }

  @Test
  void withoutALimitTheSizeOfGroupsIsOne() {
    assertThat(parsed(Map.of("type", "Progressive")).forClusters(10).maxConcurrency())
        .contains(Amount.count(1));
    Map<String, Object> sized =
        Map.of("type", "Progressive", "groupStrategy", Map.of("clustersPerDecisionGroup", "30%"));
    assertThat(parsed(sized).forClusters(10).maxConcurrency()).contains(Amount.count(3));
  }

  @Test
  void aSizeOfTheWholeSelectionIsASizeLikeAnyOther() {
    Map<String, Object> whole =
        Map.of("type", "Progressive", "groupStrategy", Map.of("clustersPerDecisionGroup", "100%"));
    assertThat(parsed(whole).forClusters(10).maxConcurrency()).contains(Amount.count(10));
  }

  @Test
  void typeAllIsNoRollout() {
    assertThat(parsed(Map.of()).atOnce()).isTrue();
    assertThat(parsed(Map.of("type", "All")).atOnce()).isTrue();
    assertThat(parsed(Map.of("type", "Progressive")).atOnce()).isFalse();
  }

  @Test
  void whatCannotBeReadIsNotTakenForAll() {
    assertThat(StagedStrategyParser.staged(policy("All").targeting())).isEmpty();
    assertThat(StagedStrategyParser.staged(policy("Canary").targeting())).isPresent();
    assertThat(StagedStrategyParser.staged(Map.of())).isEmpty();
  }

  @Test
  void whatIsWrongIsNamed() {
    assertRefused(Map.of("type", "Canary"), "sluice.io/rollout-strategy.type is \"Canary\"");
    assertRefused(
        Map.of("type", "Progressive", "progressive", Map.of("minSuccesTime", "5m")),
        "sluice.io/rollout-strategy.progressive.minSuccesTime is no setting");
    assertRefused(
        Map.of("type", "Progressive", "pendingClusters", "Inform"),
        "sluice.io/rollout-strategy.pendingClusters is \"Inform\", which a template cannot do");
    assertRefused(
        Map.of("type", "Progressive", "groupStrategy", Map.of("clustersPerDecisionGroup", "x")),
        "sluice.io/rollout-strategy.groupStrategy.clustersPerDecisionGroup is \"x\"");
    assertRefused(
        Map.of(
            "type",
            "Progressive",
            "progressive",
            Map.of("mandatoryDecisionGroups", List.of(Map.of("groupName", "canry"))),
            "groupStrategy",
            CANARY),
        "names group \"canry\", which groupStrategy does not declare. Use one of: canary.");
    assertRefused("canary first", "sluice.io/rollout-strategy is \"canary first\"");
  }

  @Test
  void aPolicyWithABadStrategyIsRefused() {
    assertThat(policy("type: [").problems())
        .anyMatch(problem -> problem.contains("sluice.io/rollout-strategy is no YAML"));
    assertThat(policy("Canary").problems())
        .anyMatch(problem -> problem.contains("sluice.io/rollout-strategy.type is \"Canary\""));
  }

  @Test
  void theStrategyIsGatedTargeting() {
    assertThat(LazyFields.strategy(policy("All").targeting())).contains(Map.of("type", "All"));
  }

  private static PropagationPolicy policy(String type) {
    Map<String, Object> metadata =
        Map.of("name", "web", "annotations", Map.of("sluice.io/rollout-strategy", type));
    return PropagationPolicyParser.parse(
        Map.of("metadata", metadata, "spec", Map.of()),
        text -> text.contains("[") ? Optional.empty() : Optional.of(Map.of("type", text)));
  }

  private static StagedStrategy parsed(Object tree) {
    StagedStrategyParser.Result result = StagedStrategyParser.parse(tree);
    assertThat(result.problems()).isEmpty();
    return result.strategy().orElseThrow();
  }

  private static void assertRefused(Object tree, String expected) {
    StagedStrategyParser.Result result = StagedStrategyParser.parse(tree);
    assertThat(result.strategy()).isEmpty();
    assertThat(String.join(" ", result.problems())).contains(expected);
  }

  private static ManagedCluster cluster(String name, String tier) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("tier", tier);
    return new ManagedCluster(
        name, labels, Map.of(), List.of(), Map.of(), Map.of(), false, Map.of());
  }
}
