package io.sluice.transcript;

import static org.assertj.core.api.Assertions.assertThat;

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
 * Compares the scenarios of rollout-strategy section 6 with transcripts that were read by people.
 *
 * <p>{@code -Dsluice.transcripts=record} writes them anew; the difference is then to be read. Each
 * scenario holds its rows against the tables itself, so no recording can part from them.
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
  Stream<DynamicTest> theStoriesAreAsTheyWereRead() {
    return SCENARIOS.stream()
        .map(
            scenario ->
                DynamicTest.dynamicTest(
                    scenario.name(),
                    () -> {
                      String told = scenario.tell(Optional.empty());
                      assertThat(told).isEqualTo(recorded(scenario.name(), told));
                    }));
  }

  @TestFactory
  Stream<DynamicTest> theStoriesStayTheSameInAnyOrderOfInput() {
    return SCENARIOS.stream()
        .map(
            scenario ->
                DynamicTest.dynamicTest(
                    scenario.name(),
                    () ->
                        assertThat(
                                LongStream.range(0, 20)
                                    .mapToObj(seed -> scenario.tell(Optional.of(seed)))
                                    .distinct())
                            .containsExactly(scenario.tell(Optional.empty()))));
  }

  @Test
  void everyTranscriptBelongsToAScenario() throws IOException {
    try (Stream<Path> files = Files.list(TRANSCRIPTS)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              SCENARIOS.stream().map(scenario -> scenario.name() + ".txt").toList());
    }
  }

  private static String recorded(String name, String told) throws IOException {
    Path file = TRANSCRIPTS.resolve(name + ".txt");
    if ("record".equals(System.getProperty("sluice.transcripts"))) {
      Files.createDirectories(TRANSCRIPTS);
      Files.writeString(file, told);
    }
    assertThat(file).exists();
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
