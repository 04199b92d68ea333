package io.sluice.rollout.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.LabelSelector;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.SettingNode.ProblemCollector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelSelectorReaderTest {
  private final ProblemCollector collector = new ProblemCollector();

  @Test
  void everyOperatorIsRead() {
    LabelSelector selector =
        read(Map.of(
                "matchLabels",
                Map.of("env", "prod"),
                "matchExpressions",
                List.of(
                    Map.of("key", "a", "operator", "In", "values", List.of("1", "2")),
                    Map.of("key", "b", "operator", "NotIn", "values", List.of("1")),
                    Map.of("key", "c", "operator", "Exists"),
                    Map.of("key", "d", "operator", "DoesNotExist"))))
            .orElseThrow();
    assertThat(collector.problems()).isEmpty();
    assertThat(selector.matches(Map.of("env", "prod", "a", "2", "c", ""))).isTrue();
    assertThat(selector.matches(Map.of("env", "prod", "a", "2"))).isFalse();
    assertThat(selector.matches(Map.of("env", "prod", "a", "2", "c", "", "b", "1"))).isFalse();
    assertThat(selector.matches(Map.of("env", "prod", "a", "2", "c", "", "d", "1"))).isFalse();
  }

  @Test
  void aSelectorWithoutTermsMatchesEverything() {
    assertThat(read(Map.of()).orElseThrow().matches(Map.of())).isTrue();
    assertThat(collector.problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"env", "example.com/env", "a.b-c.d/E_n.v", "cluster.open-cluster-management.io/x"})
  void theseAreLabelKeys(String key) {
    read(Map.of("matchLabels", Map.of(key, "x")));
    assertThat(collector.problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-env", "a..b/env", "Example.com/env", "a./env", "/env", "a/b/c"})
  void theseAreNoLabelKeys(String key) {
    read(Map.of("matchLabels", Map.of(key, "x")));
    assertThat(collector.problems()).hasSize(1);
  }

  @Test
  void thePrefixOfAKeyHasAtMost253Characters() {
    String longest = ("a".repeat(63) + ".").repeat(3) + "a".repeat(61);
    read(Map.of("matchLabels", Map.of(longest + "/x", "1")));
    assertThat(collector.problems()).isEmpty();
    read(Map.of("matchLabels", Map.of(longest + "a/x", "1")));
    assertThat(collector.problems()).hasSize(1);
  }

  @Test
  void everyProblemIsNamed() {
    read(
        Map.of(
            "matchLabels",
            Map.of("a", "no value!"),
            "matchExpressions",
            List.of(
                Map.of("key", "a", "operator", "Exist"),
                Map.of("key", "b", "operator", "In"),
                Map.of("key", "c", "operator", "Exists", "values", List.of("1")))));
    assertThat(collector.problems())
        .extracting(Problem::path)
        .containsExactlyInAnyOrder(
            "spec.s.matchLabels.a",
            "spec.s.matchExpressions[0].operator",
            "spec.s.matchExpressions[1]",
            "spec.s.matchExpressions[2].values");
  }

  private Optional<LabelSelector> read(Object tree) {
    return LabelSelectorReader.read(new SettingNode("spec.s", tree, collector));
  }
}
