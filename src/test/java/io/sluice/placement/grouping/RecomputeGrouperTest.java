package io.sluice.placement.grouping;

import static io.sluice.placement.grouping.Fleets.clusters;
import static io.sluice.placement.grouping.Fleets.strategy;
import static io.sluice.placement.grouping.Fleets.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.placement.GroupStrategy;
import io.sluice.placement.GroupedClusters;
import io.sluice.rollout.strategy.Amount;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecomputeGrouperTest {
  private static List<String> group(GroupStrategy strategy, String selected) {
    return text(RecomputeGrouper.group("p", GroupedClusters.of(strategy, clusters(selected))));
  }

  @Test
  void namedGroupsComeInTheOrderOfTheSpecAndTheRestLast() {
    assertThat(
            group(
                strategy(Amount.count(2), "west", "east"),
                "e d:west c:west b:east a:west c10 c2 c1"))
        .containsExactly("west: a c", "west: d", "east: b", ": c1 c10", ": c2 e");
  }

  @Test
  void anEntryThatTakesNoClusterUsesNoIndex() {
    assertThat(group(strategy(Amount.percent(100), "west", "east"), "a b:east"))
        .containsExactly("east: b", ": a");
  }

  @Test
  void aNameMayRepeat() {
    GroupStrategy both = strategy(Amount.percent(100), "west", "east");
    GroupStrategy repeated =
        new GroupStrategy(
            both.explicitSize(),
            List.of(both.entries().get(0), both.entries().get(1), both.entries().get(0)));
    assertThat(group(repeated, "a:west b:east c:west")).containsExactly("west: a c", "east: b");
  }

  @Test
  void noClusterMakesOneEmptyGroup() {
    assertThat(group(strategy(Amount.percent(10), "west"), "")).containsExactly(": ");
  }

  @ParameterizedTest
  @CsvSource({"25, 3, 1", "33, 10, 4", "1, 10, 1", "7, 100, 7", "100, 5, 5", "50, 3, 2"})
  void aPercentageIsOfTheSelectedClustersAndRoundedUp(int percent, int selected, int size) {
    String names =
        IntStream.range(0, selected).mapToObj(i -> "c" + i).collect(Collectors.joining(" "));
    assertThat(
            RecomputeGrouper.group(
                    "p", GroupedClusters.of(strategy(Amount.percent(percent)), clusters(names)))
                .get(0)
                .clusters())
        .hasSize(size);
  }

  @ParameterizedTest
  @CsvSource({"0", "-3", "9"})
  void aSizeBelowOneOrAboveTheTotalMakesOneGroup(int size) {
    assertThat(group(strategy(Amount.count(size)), "a b c")).containsExactly(": a b c");
  }
}
