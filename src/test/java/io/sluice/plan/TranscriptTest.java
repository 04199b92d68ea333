package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.strategy.Amount;
import io.sluice.plan.strategy.GroupSelector;
import io.sluice.plan.strategy.Strategy;
import io.sluice.plan.strategy.StrategyType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Compares the scenarios of rollout-strategy section 6 with transcripts that were read by people.
 *
 * <p>{@code -Dsluice.transcripts=record} writes them anew; the difference is then to be read.
 */
class TranscriptTest {
  private static final Path TRANSCRIPTS = Path.of("test/resources/transcripts");
  private static final Duration SOAK = AttemptSpec.DEFAULT_SOAK_FLOOR;
  private static final Strategy PER_GROUP =
      Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP).withProgressDeadline(Duration.ofMinutes(10));
  private static final Strategy MANUAL =
      Strategy.of(StrategyType.MANUAL_PER_GROUP).withProgressDeadline(Duration.ofMinutes(10));
  private static final Strategy WINDOW =
      Strategy.of(StrategyType.PROGRESSIVE)
          .withMinSuccessTime(Duration.ofMinutes(2))
          .withProgressDeadline(Duration.ofMinutes(10))
          .withMaxFailures(Amount.count(1))
          .withMaxConcurrency(Amount.count(2));

  private record Scenario(String name, Strategy strategy, UnaryOperator<Story> plot) {}

  private static Story three(Story story) {
    return story.group("dev", "d1", "d2").group("stage", "s1", "s2").group("prod", "p1", "p2");
  }

  private static Story group(Story story, String... clusters) {
    return story.positive(clusters).after(SOAK);
  }

  private static final List<Scenario> SCENARIOS =
      List.of(
          new Scenario(
              "new-policy-succeeds",
              PER_GROUP,
              story ->
                  group(group(group(three(story).begin(), "d1", "d2"), "s1", "s2"), "p1", "p2")),
          new Scenario(
              "new-policy-fails",
              PER_GROUP,
              story ->
                  group(three(story).begin(), "d1", "d2")
                      .positive("s1")
                      .negative("s2")
                      .after(SOAK)
                      .after(Duration.ofMinutes(10))),
          new Scenario(
              "offline-cluster-is-tolerated",
              PER_GROUP.withMaxFailures(Amount.count(1)),
              story ->
                  group(three(story).begin(), "d1").after(Duration.ofMinutes(10)).positive("d2")),
          new Scenario(
              "manual-in-order",
              MANUAL,
              story ->
                  group(
                      group(
                              group(three(story).begin().approve("dev"), "d1", "d2")
                                  .approve("dev", "stage"),
                              "s1",
                              "s2")
                          .approve("dev", "stage", "prod"),
                      "p1",
                      "p2")),
          new Scenario(
              "manual-out-of-order",
              MANUAL,
              story ->
                  group(
                      group(
                              group(three(story).begin().approve("stage"), "s1", "s2")
                                  .approve("stage", "prod"),
                              "p1",
                              "p2")
                          .approve("dev", "stage", "prod"),
                      "d1",
                      "d2")),
          new Scenario(
              "approval-removed",
              MANUAL,
              story ->
                  group(
                      three(story).begin().approve("stage").approve("prod").joins("stage", "s3"),
                      "s1",
                      "s2")),
          new Scenario(
              "mandatory-group-first",
              MANUAL.withMandatory(GroupSelector.named("dev")),
              story -> group(three(story).begin(), "d1", "d2").approve("stage")),
          new Scenario(
              "sliding-window",
              WINDOW,
              story ->
                  story
                      .group("", "c1", "c2", "c3", "c4", "c5", "c6")
                      .begin()
                      .after(Duration.ofMinutes(3))
                      .positive("c1")
                      .after(Duration.ofMinutes(2))
                      .after(Duration.ofMinutes(5))
                      .after(Duration.ofMinutes(5))),
          new Scenario(
              "a-soak-that-breaks",
              PER_GROUP.withMinSuccessTime(Duration.ofMinutes(5)),
              story ->
                  three(story)
                      .begin()
                      .positive("d1", "d2")
                      .after(Duration.ofMinutes(4))
                      .negative("d2")
                      .after(Duration.ofMinutes(1))
                      .positive("d2")
                      .after(Duration.ofMinutes(5))),
          new Scenario(
              "earlier-group-reopened",
              PER_GROUP,
              story ->
                  group(
                      group(group(three(story).begin(), "d1", "d2"), "s1", "s2")
                          .joins("stage", "s3"),
                      "s3",
                      "p1",
                      "p2")));

  @TestFactory
  Stream<DynamicTest> theStoriesAreAsTheyWereRead() {
    return SCENARIOS.stream()
        .map(
            scenario ->
                DynamicTest.dynamicTest(
                    scenario.name(),
                    () -> {
                      String told = tell(scenario, Optional.empty());
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
                                    .mapToObj(seed -> tell(scenario, Optional.of(seed)))
                                    .distinct())
                            .containsExactly(tell(scenario, Optional.empty()))));
  }

  private static String tell(Scenario scenario, Optional<Long> seed) {
    return scenario.plot().apply(new Story(scenario.strategy(), seed)).text();
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
