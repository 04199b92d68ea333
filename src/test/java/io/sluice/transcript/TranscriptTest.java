package io.sluice.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.RandomSeeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Compares the scenarios of rollout-strategy section 6 with reviewed transcripts.
 *
 * <p>{@code -Dsluice.transcripts=record} records them again; then review the difference. Each
 * scenario compares its rows with the tables itself, so a recording cannot differ from them.
 */
class TranscriptTest {
  private static final Path TRANSCRIPTS = Path.of("test/resources/transcripts");

  private static final List<Scenario> SCENARIOS =
      Stream.of(
              ProgressiveScenarios.scenarios(),
              ManualApprovalScenarios.scenarios(),
              NewClusterScenarios.scenarios(),
              OfflineAndIgnoredScenarios.scenarios(),
              FollowUpAttemptScenarios.scenarios(),
              MultiPlacementScenarios.scenarios(),
              InformFirstScenarios.scenarios(),
              BesidePropagatorScenarios.scenarios())
          .flatMap(List::stream)
          .toList();

  @TestFactory
  Stream<DynamicTest> transcriptsAreAsReviewed() {
    return SCENARIOS.stream()
        .map(
            scenario ->
                DynamicTest.dynamicTest(
                    scenario.name(),
                    () -> {
                      String text = scenario.transcript(Optional.empty());
                      assertThat(text).isEqualTo(recorded(scenario.name(), text));
                    }));
  }

  @TestFactory
  Stream<DynamicTest> transcriptsAreTheSameInAnyOrderOfInput() {
    return SCENARIOS.stream()
        .map(
            scenario ->
                DynamicTest.dynamicTest(
                    scenario.name(),
                    () ->
                        assertThat(
                                LongStream.range(0, RandomSeeds.part(20))
                                    .mapToObj(seed -> scenario.transcript(Optional.of(seed)))
                                    .distinct())
                            .containsExactly(scenario.transcript(Optional.empty()))));
  }

  @Test
  void everyTranscriptBelongsToAScenario() throws IOException {
    try (Stream<Path> files = Files.list(TRANSCRIPTS)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              SCENARIOS.stream().map(scenario -> scenario.name() + ".txt").toList());
    }
  }

  private static String recorded(String name, String text) throws IOException {
    Path file = TRANSCRIPTS.resolve(name + ".txt");
    if ("record".equals(System.getProperty("sluice.transcripts"))) {
      Files.createDirectories(TRANSCRIPTS);
      Files.writeString(file, text);
    }
    assertThat(file).exists();
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
