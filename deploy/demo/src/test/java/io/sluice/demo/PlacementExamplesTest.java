package io.sluice.demo;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.Kinds;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.evaluation.Evaluation;
import io.sluice.placement.evaluation.PlacementEvaluator;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.rollout.strategy.ParsedStrategy;
import io.sluice.rollout.strategy.StrategyReader;
import io.sluice.tools.manifest.Manifest;
import io.sluice.tools.manifest.ManifestFiles;
import io.sluice.tools.placement.PlacementFiles;
import io.sluice.tools.placement.PlacementObjects;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Evaluates the Placements of {@code deploy/examples/placement} (placement 13). */
class PlacementExamplesTest {
  /** Index, name and clusters of each group, then its objects with their entries. */
  static final List<String> EXAMPLE_1 =
      List.of(
          "0 prod-canary-west 10: 1 (10)",
          "1 prod-canary-east 10: 2 (10)",
          "2  150: 3 (100), 4 (50)",
          "3  140: 5 (100), 6 (40)");

  static final List<String> EXAMPLE_1_WITH_NEW_SITES =
      List.of(
          "0 prod-canary-west 10: 1 (10)",
          "1 prod-canary-east 10: 2 (10)",
          "2  150: 3 (100), 4 (50)",
          "3  150: 5 (100), 6 (50)");

  static final List<String> EXAMPLE_2 = List.of("0  320: 1 (100), 2 (100), 3 (100), 4 (20)");

  static final List<String> EXAMPLE_3 =
      List.of("0 prod-canary 20: 1 (20)", "1  300: 2 (100), 3 (100), 4 (100)");

  static final List<String> EXAMPLE_4 =
      List.of("0  150: 1 (100), 2 (50)", "1  150: 3 (100), 4 (50)", "2  20: 5 (20)");

  @Test
  void twoNamedGroupsAndASizeOf150() {
    assertThat(table("ztp-example-1", "example-1")).isEqualTo(EXAMPLE_1);
    assertThat(table("ztp-example-1", "example-1", "new-sites.yaml"))
        .isEqualTo(EXAMPLE_1_WITH_NEW_SITES);
  }

  @Test
  void noDecisionStrategy() {
    assertThat(table("ztp-example-2", "example-2")).isEqualTo(EXAMPLE_2);
  }

  @Test
  void oneNamedGroupAndAllOthers() {
    assertThat(table("ztp-example-3", "example-3")).isEqualTo(EXAMPLE_3);
  }

  @Test
  void aSizeOf150Alone() {
    assertThat(table("ztp-example-4", "example-4")).isEqualTo(EXAMPLE_4);
  }

  @Test
  void theSpellingOfTheProposalGivesTheSameAndIsWarnedAbout() {
    assertThat(table("ztp-proposal", "example-1-proposal")).isEqualTo(EXAMPLE_1);
    assertThat(PlacementFiles.warnings(read("example-1-proposal").of(Kinds.PLACEMENT)))
        .isNotEmpty();
    assertThat(PlacementFiles.warnings(read("example-1").of(Kinds.PLACEMENT))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "rollout-all, ''",
    "rollout-progressive, prod-canary-west prod-canary-east ''",
    "rollout-canary, prod-canary ''",
    "rollout-per-group, ''"
  })
  void eachRolloutHasAStrategyThatIsAcceptedAndTheGroupsOfItsPlacement(
      String folder, String names) {
    Examples examples =
        Examples.read(Optional.of(Path.of(ExamplesFolder.path("placement"), folder)));
    Map<String, Object> policy =
        examples.manifests().stream()
            .filter(manifest -> manifest.is("Policy"))
            .findFirst()
            .map(Manifest::spec)
            .orElseThrow();

    assertThat(examples.groups().names())
        .containsExactlyElementsOf(
            Arrays.stream(names.split(" ")).map(name -> name.replace("''", "")).toList());
    assertThat(
            StrategyReader.strict(
                policy.get("rolloutStrategy"), "spec.rolloutStrategy", DeclaredGroups.unknown()))
        .isInstanceOf(ParsedStrategy.Accepted.class);
  }

  private static List<String> table(String namespace, String... files) {
    PlacementObjects objects =
        read(Stream.concat(Stream.of("fleet"), Arrays.stream(files)).toArray(String[]::new));
    var input =
        objects.input(
            objects.find(namespace, "ztp-placement").orElseThrow(),
            false,
            GroupingMode.STABLE,
            Instant.parse("2026-01-05T09:00:00Z"));
    Evaluation evaluation =
        PlacementEvaluator.of(input.placement(), GroupingMode.STABLE)
            .evaluate(input)
            .match(
                each -> each,
                none -> {
                  throw new AssertionError(none.reason());
                });
    return evaluation.status().groups().stream()
        .map(
            group ->
                "%d %s %d: %s"
                    .formatted(
                        group.group().index(),
                        group.group().name(),
                        group.clusterCount(),
                        evaluation.objects().stream()
                            .filter(object -> group.decisions().contains(object.name()))
                            .map(PlacementExamplesTest::entries)
                            .collect(joining(", "))))
        .toList();
  }

  private static String entries(DecisionObject object) {
    return "%s (%d)".formatted(object.name().replaceAll(".*-", ""), object.clusters().size());
  }

  private static PlacementObjects read(String... files) {
    List<String> paths =
        Arrays.stream(files).map(file -> ExamplesFolder.path("placement/" + file)).toList();
    return new PlacementFiles("default")
        .read(new ManifestFiles(false, InputStream.nullInputStream()).read(paths));
  }
}
