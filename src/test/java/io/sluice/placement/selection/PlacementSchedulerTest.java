package io.sluice.placement.selection;

import static io.sluice.placement.selection.Clusters.cluster;
import static io.sluice.placement.selection.Clusters.deleting;
import static io.sluice.placement.selection.Clusters.withCpu;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.placement.GroupingMode;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.PlacementTrees;
import io.sluice.placement.ScoreTable;
import io.sluice.placement.Taint;
import io.sluice.placement.spec.PlacementSpecParser;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementSchedulerTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Taint TAINT = new Taint("gone", "", "NoSelect", Optional.empty());
  private static final String PROD =
      "predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {env: 'prod'}}}}]";
  private static final Map<String, String> IN_SET = Map.of("set", "s", "env", "prod");

  @Test
  void theChoiceEndsAtTheFirstStepThatAClusterDoesNotPass() {
    ScheduleResult result =
        scheduler("{numberOfClusters: 1, " + PROD + "}")
            .schedule(
                List.of(
                    cluster("f", IN_SET),
                    cluster("e", IN_SET),
                    cluster("d", IN_SET, TAINT),
                    cluster("c", Map.of("set", "s"), TAINT),
                    deleting("b", Map.of("set", "s")),
                    deleting("a", Map.of("env", "prod"))),
                facts(Set.of()));
    assertThat(result.clusters())
        .extracting(each -> each.cluster().name() + " " + each.stage())
        .containsExactly(
            "a NOT_IN_POOL", "b DELETING", "c PREDICATE", "d TAINT", "e SELECTED", "f CUT");
  }

  @Test
  void predicatesAreAlternatives() {
    ScheduleResult result =
        scheduler(
                """
                {predicates: [
                  {requiredClusterSelector: {labelSelector: {matchLabels: {a: '1'}}}},
                  {requiredClusterSelector: {labelSelector: {matchLabels: {b: '1'}}}}]}
                """)
            .schedule(
                List.of(
                    cluster("x", Map.of("set", "s", "b", "1")),
                    cluster("y", Map.of("set", "s")),
                    cluster("z", Map.of("set", "s", "a", "1", "b", "1"))),
                facts(Set.of()));
    assertThat(result.clusters())
        .extracting(ScheduledCluster::predicate)
        .containsExactly(1, PredicateMatcher.NONE, 0);
    assertThat(result.selected()).extracting(ManagedCluster::name).containsExactly("x", "z");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "2, 2", "9, 3"})
  void theCutKeepsTheFirst(int number, int kept) {
    assertThat(
            scheduler("{numberOfClusters: %d}".formatted(number))
                .schedule(
                    List.of(cluster("a", IN_SET), cluster("b", IN_SET), cluster("c", IN_SET)),
                    facts(Set.of()))
                .selected())
        .hasSize(kept);
  }

  @Test
  void theCutKeepsClustersThatArePublished() {
    assertThat(
            scheduler("{numberOfClusters: 1}")
                .schedule(List.of(cluster("a", IN_SET), cluster("b", IN_SET)), facts(Set.of("b")))
                .selected())
        .extracting(ManagedCluster::name)
        .containsExactly("b");
  }

  @Test
  void aSecondEvaluationSeesTheClustersThatChanged() {
    PlacementScheduler scheduler =
        scheduler(
            """
            {predicates: [{requiredClusterSelector: {celSelector: {celExpressions:
              ["managedCluster.metadata.ok"]}}}]}
            """);
    ManagedCluster no = withObject("a", false);
    ManagedCluster yes = withObject("a", true);
    ManagedCluster other = withObject("b", true);
    assertThat(scheduler.schedule(List.of(no, other), facts(Set.of())).selected())
        .containsExactly(other);
    assertThat(scheduler.schedule(List.of(yes, other), facts(Set.of())).selected())
        .containsExactly(yes, other);
    assertThat(scheduler.schedule(List.of(no, other), facts(Set.of())).selected())
        .containsExactly(other);
  }

  @Test
  void aChangeThatIsNotLookedAtHasNoEffect() {
    PlacementScheduler scheduler = scheduler("{" + PROD + "}");
    assertThat(affected(scheduler, cluster("a", IN_SET), cluster("a", with("x", "1")))).isFalse();
    assertThat(
            affected(
                scheduler,
                cluster("a", Map.of("env", "prod")),
                cluster("a", Map.of("env", "dev"), TAINT)))
        .as("outside the pool")
        .isFalse();
    assertThat(
            affected(
                scheduler,
                cluster("a", Map.of("set", "s")),
                cluster("a", Map.of("set", "s"), TAINT)))
        .as("matches no predicate")
        .isFalse();
    assertThat(affected(scheduler, withCpu("a", 1), withCpu("a", 2))).isFalse();
  }

  @Test
  void aChangeOfPoolPredicateTaintOrDeletionHasAnEffect() {
    PlacementScheduler scheduler = scheduler("{" + PROD + "}");
    ManagedCluster former = cluster("a", IN_SET);
    assertThat(affected(scheduler, former, cluster("a", Map.of("env", "prod")))).isTrue();
    assertThat(affected(scheduler, former, cluster("a", with("env", "dev")))).isTrue();
    assertThat(affected(scheduler, former, cluster("a", IN_SET, TAINT))).isTrue();
    assertThat(affected(scheduler, former, deleting("a", IN_SET))).isTrue();
  }

  @Test
  void aChangeOfTheDecisionGroupHasAnEffect() {
    PlacementScheduler scheduler =
        scheduler(
            """
            {decisionStrategy: {groupStrategy: {decisionGroups: [
              {groupName: 'west', groupClusterSelector: {labelSelector: {matchLabels: {z: 'w'}}}}]}}}
            """);
    assertThat(affected(scheduler, cluster("a", IN_SET), cluster("a", with("z", "w")))).isTrue();
    assertThat(affected(scheduler, cluster("a", IN_SET), cluster("a", with("z", "e")))).isFalse();
  }

  @Test
  void resourcesHaveAnEffectWhereTheyDecideACut() {
    String policy =
        "prioritizerPolicy: {configurations: [{scoreCoordinate: {builtIn: 'ResourceAllocatableCPU'}}]}";
    ManagedCluster former = inSet(withCpu("a", 1));
    ManagedCluster present = inSet(withCpu("a", 2));
    assertThat(affected(scheduler("{" + policy + "}"), former, present)).isFalse();
    assertThat(affected(scheduler("{numberOfClusters: 1, " + policy + "}"), former, present))
        .isTrue();
  }

  private static boolean affected(
      PlacementScheduler scheduler, ManagedCluster former, ManagedCluster present) {
    return scheduler.affected(former, present, facts(Set.of()));
  }

  private static Map<String, String> with(String key, String value) {
    Map<String, String> labels = new TreeMap<>(IN_SET);
    labels.put(key, value);
    return labels;
  }

  private static ManagedCluster inSet(ManagedCluster cluster) {
    return new ManagedCluster(
        cluster.name(),
        IN_SET,
        Map.of(),
        List.of(),
        cluster.allocatable(),
        cluster.capacity(),
        false,
        Map.of());
  }

  private static ManagedCluster withObject(String name, boolean ok) {
    return new ManagedCluster(
        name,
        IN_SET,
        Map.of(),
        List.of(),
        Map.of(),
        Map.of(),
        false,
        Map.of("metadata", Map.of("ok", ok)));
  }

  private static PlacementScheduler scheduler(String spec) {
    return new PlacementScheduler(
        PlacementSpecParser.parse(PlacementTrees.placement(spec), GroupingMode.STABLE).spec());
  }

  private static SchedulingFacts facts(Set<String> published) {
    return new SchedulingFacts(
        EligibleSets.of(
            List.of(Clusters.selecting("s", Map.of("set", "s"))), List.of("s"), List.of()),
        published,
        Map.of(),
        ScoreTable.of(List.of(), NOW),
        NOW);
  }
}
