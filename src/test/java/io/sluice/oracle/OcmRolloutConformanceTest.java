package io.sluice.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.fleet.ClusterStatus;
import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Step;
import io.sluice.rollout.strategy.ParsedStrategy;
import io.sluice.rollout.strategy.Strategy;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every case of the suite ocm-rollout, and every one that an attempt can stand in also as a
 * step of {@code RolloutPlanner}: from the folder that {@code sluice.conformance} names, or else
 * the project's own.
 */
class OcmRolloutConformanceTest {
  private static final String SUITE = "ocm-rollout";

  @TestFactory
  List<DynamicNode> cases() throws IOException, URISyntaxException {
    Path suite = suite();
    if (!Files.isDirectory(suite)) {
      return List.of(DynamicTest.dynamicTest(SUITE, () -> abort("There is no folder " + suite)));
    }
    List<DynamicNode> tests = new ArrayList<>();
    for (Path file : files(suite)) {
      JsonNode content = new ObjectMapper().readTree(file.toFile());
      JsonNode cases = content.isArray() ? content : content.path("cases");
      for (JsonNode json : cases) {
        OcmRolloutCase rollout = new OcmRolloutCase(json);
        tests.add(
            DynamicTest.dynamicTest(
                rollout.title(), () -> run(rollout, OcmRolloutConformanceTest::decide)));
        if (step(rollout).filter(OcmRolloutStep::possible).isPresent()) {
          tests.add(
              DynamicTest.dynamicTest(
                  rollout.title() + ", as a step",
                  () -> run(rollout, OcmRolloutConformanceTest::takeStep)));
        }
      }
    }
    if (tests.isEmpty()) {
      tests.add(DynamicTest.dynamicTest(SUITE, () -> abort("There are no cases in " + suite)));
    }
    return tests;
  }

  private static Path suite() throws URISyntaxException {
    String folder = System.getProperty("sluice.conformance", "");
    return folder.isBlank()
        ? Path.of(OcmRolloutConformanceTest.class.getResource("/conformance").toURI())
            .resolve(SUITE)
        : Path.of(folder).resolve(SUITE);
  }

  private static List<Path> files(Path suite) throws IOException {
    try (Stream<Path> files = Files.list(suite)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith("cases.json"))
          .sorted()
          .toList();
    }
  }

  private static Optional<OcmRolloutStep> step(OcmRolloutCase rollout) {
    return rollout
        .strategy()
        .match(
            accepted -> Optional.of(step(rollout, accepted.strategy())),
            refused -> Optional.empty());
  }

  private static OcmRolloutStep step(OcmRolloutCase rollout, Strategy strategy) {
    return new OcmRolloutStep(strategy, rollout.groups(), rollout.known(), OcmRolloutCase.NOW);
  }

  private static void run(OcmRolloutCase rollout, BiConsumer<OcmRolloutCase, Strategy> check) {
    try {
      rollout
          .strategy()
          .match(
              accepted -> {
                assertThat(rollout.expectsError()).as("an error is expected").isFalse();
                check.accept(rollout, accepted.strategy());
                return null;
              },
              refused -> refuse(rollout, refused));
    } catch (AssertionError difference) {
      if (!rollout.ownersChoice()) {
        throw difference;
      }
      abort("The owner's choice, and this project's is another: " + difference.getMessage());
    }
  }

  private static Void refuse(OcmRolloutCase rollout, ParsedStrategy.Refused refused) {
    assertThat(rollout.expectsError()).as("%s", refused.problems()).isTrue();
    return null;
  }

  /** Classifies by status, counts and decides as the product does. */
  private static void decide(OcmRolloutCase rollout, Strategy strategy) {
    SelectionResult selection =
        SelectionFunction.select(strategy, rollout.groups(), rollout.known(), OcmRolloutCase.NOW);
    SoftAssertions.assertSoftly(
        softly -> {
          softly
              .assertThat(selection.rollout())
              .as("rollout")
              .isEqualTo(rollout.expected("rollout"));
          softly
              .assertThat(selection.timedOut())
              .as("timeout")
              .isEqualTo(rollout.expected("timeout"));
          softly
              .assertThat(selection.removed())
              .as("removed")
              .isEqualTo(rollout.expected("removed"));
          softly.assertThat(selection.breach()).as("breach").isEqualTo(rollout.expectedBreach());
          softly
              .assertThat(selection.recheckAfter())
              .as("recheck")
              .isEqualTo(rollout.expectedRecheck());
        });
  }

  /**
   * Takes the product's own step. It halts also for a group that the selection function did not get
   * to (rollout-strategy 3.6).
   */
  private static void takeStep(OcmRolloutCase rollout, Strategy strategy) {
    OcmRolloutStep attempt = step(rollout, strategy);
    Step step = attempt.take();
    boolean breach =
        rollout.expectedBreach()
            || !SelectionFunction.select(
                    strategy, rollout.groups(), rollout.known(), OcmRolloutCase.NOW)
                .overTolerance()
                .isEmpty();
    Set<String> starts = names(rollout.expected("rollout"), ClusterStatus.TO_APPLY.label()::equals);
    Set<String> inFlight =
        names(
            rollout.expected("rollout"), status -> !status.equals(ClusterStatus.TO_APPLY.label()));
    SoftAssertions.assertSoftly(
        softly -> {
          softly.assertThat(step.state().breach().isPresent()).as("breach").isEqualTo(breach);
          softly
              .assertThat(OcmRolloutStep.starts(step))
              .as("starts")
              .isEqualTo(breach ? Set.of() : starts);
          softly
              .assertThat(attempt.known(step, Stage.DISPATCHED, Stage.SOAKING))
              .as("in flight")
              .isEqualTo(inFlight);
          softly
              .assertThat(names(rollout.expected("timeout"), status -> true))
              .as("timeout")
              .allMatch(attempt.known(step, Stage.FAILED, Stage.TIMED_OUT)::contains);
          softly
              .assertThat(names(rollout.expected("removed"), status -> true))
              .as("removed")
              .noneMatch(attempt.known(step, Stage.values())::contains);
          softly.assertThat(step.wakeAt()).as("recheck").isEqualTo(expectedWake(rollout, step));
        });
  }

  /** A write that has no answer yet is requested again, which the function knows nothing of. */
  private static Optional<Instant> expectedWake(OcmRolloutCase rollout, Step step) {
    boolean unanswered =
        step.state().clusters().stream().anyMatch(entry -> entry.stage() == Stage.STARTED);
    Stream<Instant> again =
        unanswered ? Stream.of(OcmRolloutCase.NOW.plus(ClusterTracker.UNANSWERED)) : Stream.empty();
    return Stream.concat(rollout.expectedRecheck().map(OcmRolloutCase.NOW::plus).stream(), again)
        .min(Comparator.naturalOrder());
  }

  private static Set<String> names(List<ResultEntry> entries, Predicate<String> status) {
    return entries.stream()
        .filter(entry -> status.test(entry.status()))
        .map(ResultEntry::cluster)
        .collect(Collectors.toSet());
  }
}
