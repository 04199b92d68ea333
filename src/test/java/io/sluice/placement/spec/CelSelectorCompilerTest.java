package io.sluice.placement.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.placement.AddOnScore;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.PlacementTrees;
import io.sluice.placement.ScoreTable;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CelSelectorCompilerTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final ManagedCluster CLUSTER =
      new ManagedCluster(
          "c1",
          Map.of(),
          Map.of(),
          List.of(),
          Map.of(),
          Map.of(),
          false,
          PlacementTrees.tree(
              """
              {metadata: {name: 'c1', generation: 3, labels: {env: 'prod'}, none: null},
               status: {clusterClaims: [{name: 'cloud', value: 'Amazon'}], share: 1.5}}
              """));
  private static final ScoreTable SCORES =
      ScoreTable.of(
          List.of(
              new AddOnScore("c1", "load", "cpu", 90, Optional.empty()),
              new AddOnScore("c1", "old", "cpu", 90, Optional.of(NOW.minusSeconds(1)))),
          NOW);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "true",
        "managedCluster.metadata.labels['env'] == 'prod'",
        "managedCluster.metadata.labels.env.startsWith('pr')",
        "managedCluster.metadata.generation > 2",
        "managedCluster.status.share < 2",
        "!has(managedCluster.metadata.none)",
        "managedCluster.status.clusterClaims.exists(c, c.name == 'cloud' && c.value == 'Amazon')",
        "managedCluster.scores('load').filter(s, s.name == 'cpu').all(e, e.value > 80)",
        "managedCluster.metadata.name.upperAscii() == 'C1'"
      })
  void theseAreTrue(String expression) {
    assertThat(mismatch(expression)).isEmpty();
  }

  @Test
  void everyExpressionMustBeTrue() {
    assertThat(mismatch("true", "1 == 2")).contains("celExpressions[1] is false: 1 == 2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "managedCluster.metadata.labels.region == 'eu'",
        "managedCluster.scores('absent').size() >= 0",
        "managedCluster.scores('old').size() >= 0",
        "managedCluster.metadata.generation / 0 == 1",
        "managedCluster.metadata.labels.env > 3"
      })
  void anErrorIsNoMatch(String expression) {
    assertThat(mismatch(expression).orElseThrow()).startsWith("celExpressions[0] has an error (");
  }

  @Test
  void aValueOfAnotherTypeIsNoMatch() {
    assertThat(mismatch("managedCluster.metadata.name").orElseThrow())
        .startsWith("celExpressions[0] is neither true nor false");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1 +", "cluster.metadata", "semver('1.0.0') == semver('1.0.0')", "'text'", "3"})
  void theseAreFaults(String expression) {
    assertThat(ParsedSpec.faults(spec(expression)))
        .singleElement()
        .asString()
        .startsWith("spec.predicates[0].requiredClusterSelector.celSelector.celExpressions[0] is ");
  }

  @Test
  void anExpressionHasAtMost10240Characters() {
    String padding = " ".repeat(10 * 1024 - "true".length());
    assertThat(ParsedSpec.faults(spec("true" + padding))).isEmpty();
    assertThat(ParsedSpec.faults(spec("true" + padding + " "))).hasSize(1);
  }

  @Test
  void whatIsNoTextIsAFault() {
    assertThat(
            ParsedSpec.faults(
                "{predicates: [{requiredClusterSelector: {celSelector: {celExpressions: [3]}}}]}"))
        .hasSize(1);
  }

  @Test
  void anEmptyListIsNoCondition() {
    assertThat(
            ParsedSpec.valid(
                    "{predicates: [{requiredClusterSelector: {celSelector: {celExpressions: []}}}]}")
                .predicates()
                .get(0)
                .cel())
        .isEmpty();
  }

  @Test
  void aCostlyExpressionIsNoMatchWhateverItsResult() {
    String ten = "[1,2,3,4,5,6,7,8,9,10]";
    String costly = "true";
    for (char name = 'a'; name < 'g'; name++) {
      costly = "%s.all(%s, %s)".formatted(ten, name, costly);
    }
    assertThat(mismatch(costly).orElseThrow()).startsWith("celExpressions[0] costs too much");
    assertThat(mismatch("true || " + costly)).isEmpty();
    assertThat(mismatch(costly + " || true").orElseThrow())
        .startsWith("celExpressions[0] costs too much");
  }

  @Test
  void allExpressionsTogetherCostAtMostTenTimesAsMuch() {
    String ten = "[1,2,3,4,5,6,7,8,9,10]";
    String dear = "true";
    for (char name = 'a'; name < 'f'; name++) {
      dear = "%s.all(%s, %s)".formatted(ten, name, dear);
    }
    String[] twenty = new String[20];
    Arrays.fill(twenty, dear);
    assertThat(mismatch(dear)).isEmpty();
    assertThat(mismatch(twenty).orElseThrow()).contains("costs too much");
  }

  @Test
  void onlyExpressionsWithScoresDependOnThem() {
    assertThat(selector("managedCluster.scores('a').size() > 0").usesScores()).isTrue();
    assertThat(selector("true").usesScores()).isFalse();
  }

  private static Optional<String> mismatch(String... expressions) {
    return selector(expressions).mismatch(CLUSTER, SCORES);
  }

  private static CelSelector selector(String... expressions) {
    return ParsedSpec.valid(spec(expressions)).predicates().get(0).cel().orElseThrow();
  }

  private static String spec(String... expressions) {
    return "{predicates: [{requiredClusterSelector: {celSelector: {celExpressions: [\"%s\"]}}}]}"
        .formatted(String.join("\", \"", expressions));
  }
}
