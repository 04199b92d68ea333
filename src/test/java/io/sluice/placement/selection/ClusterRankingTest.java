package io.sluice.placement.selection;

import static io.sluice.placement.selection.Clusters.cluster;
import static io.sluice.placement.selection.Clusters.withCpu;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.placement.AddOnScore;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.PlacementTrees;
import io.sluice.placement.ScoreTable;
import io.sluice.placement.spec.PlacementSpecParser;
import io.sluice.placement.spec.PrioritizerWeights;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterRankingTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final ManagedCluster A = cluster("a", Map.of());
  private static final ManagedCluster B = cluster("b", Map.of());
  private static final ManagedCluster C = cluster("c", Map.of());

  @Test
  void steadyPrefersPublishedClusters() {
    ClusterRanking ranking = ranking(exact("Steady", 3), Set.of("b"), Map.of(), List.of());
    assertThat(ranking.score(A)).isZero();
    assertThat(ranking.score(B)).isEqualTo(300);
  }

  @ParameterizedTest
  @CsvSource({"0, 5, 100", "2, 5, 18", "5, 5, -100", "1, 3, 32", "1, 2, 0", "3, 4, -50"})
  void balancePrefersClustersWithFewDecisions(int decisions, int most, int score) {
    ClusterRanking ranking =
        ranking(
            exact("Balance", 1),
            Set.of(),
            decisions == 0 ? Map.of("x", most) : Map.of("a", decisions, "x", most),
            List.of());
    assertThat(ranking.score(A)).isEqualTo(score);
  }

  @Test
  void additivePolicySumsSteadyAndBalance() {
    ClusterRanking ranking =
        ranking(PrioritizerWeights.ADDITIVE, Set.of("a"), Map.of("a", 2, "b", 5), List.of());
    assertThat(ranking.score(A)).isEqualTo(118);
    assertThat(ranking.score(B)).isEqualTo(-100);
    assertThat(ranking.score(C)).isEqualTo(100);
  }

  @ParameterizedTest
  @CsvSource({"2, -100", "4, -33", "8, 100", "5, 0", "3.2, -59"})
  void resourcesAreComparedWithTheExtremesOfThePool(double cpu, int score) {
    // 3.2 of 2 to 8 is -59 and not -60 in doubles, as in OCM.
    ManagedCluster cluster = withCpu("x", cpu);
    List<ManagedCluster> pool = List.of(withCpu("least", 2), withCpu("most", 8), cluster);
    assertThat(resources(pool).score(cluster)).isEqualTo(score);
  }

  @Test
  void equalResourcesScoreBestAndUnreportedOnesNothing() {
    ManagedCluster reporting = withCpu("a", 4);
    ManagedCluster halfReporting =
        new ManagedCluster(
            "b", Map.of(), Map.of(), List.of(), Map.of("cpu", 99.0), Map.of(), false, Map.of());
    ClusterRanking ranking = resources(List.of(reporting, halfReporting, C));
    assertThat(ranking.score(reporting)).isEqualTo(100);
    assertThat(ranking.score(halfReporting)).isZero();
    assertThat(ranking.score(C)).isZero();
  }

  @Test
  void anAddOnsScoreCountsUntilItRunsOut() {
    PrioritizerWeights weights =
        weights("{type: 'AddOn', addOn: {resourceName: 'r', scoreName: 's'}}", 2);
    List<AddOnScore> scores =
        List.of(
            new AddOnScore("a", "r", "s", 40, Optional.of(NOW)),
            new AddOnScore("b", "r", "s", 40, Optional.of(NOW.minusSeconds(1))),
            new AddOnScore("c", "r", "other", 40, Optional.empty()));
    ClusterRanking ranking = ranking(weights, Set.of(), Map.of(), scores);
    assertThat(ranking.score(A)).isEqualTo(80);
    assertThat(ranking.score(B)).isZero();
    assertThat(ranking.score(C)).isZero();
  }

  @Test
  void orderIsByScoreThenByName() {
    ClusterRanking ranking = ranking(PrioritizerWeights.ADDITIVE, Set.of("c"), Map.of(), List.of());
    assertThat(ranking.sorted(List.of(B, C, A))).containsExactly(C, A, B);
  }

  private static ClusterRanking resources(List<ManagedCluster> pool) {
    return new ClusterRanking(
        exact("ResourceAllocatableCPU", 1),
        pool,
        Set.of(),
        Map.of(),
        ScoreTable.of(List.of(), NOW));
  }

  private static ClusterRanking ranking(
      PrioritizerWeights weights,
      Set<String> published,
      Map<String, Integer> others,
      List<AddOnScore> scores) {
    return new ClusterRanking(
        weights, List.of(A, B, C), published, others, ScoreTable.of(scores, NOW));
  }

  private static PrioritizerWeights exact(String builtIn, int weight) {
    return weights("{builtIn: '%s'}".formatted(builtIn), weight);
  }

  private static PrioritizerWeights weights(String coordinate, int weight) {
    return PlacementSpecParser.parse(
            PlacementTrees.placement(
                "{prioritizerPolicy: {mode: 'Exact', configurations: [{scoreCoordinate: %s, weight: %d}]}}"
                    .formatted(coordinate, weight)),
            GroupingMode.STABLE)
        .spec()
        .weights();
  }
}
