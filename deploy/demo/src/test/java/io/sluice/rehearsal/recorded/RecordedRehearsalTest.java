package io.sluice.rehearsal.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.forecast.CourseEnd;
import io.sluice.replay.RunReader;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.tools.option.CliFailure;
import io.sluice.workflow.payload.PayloadKeys;
import io.temporal.common.WorkflowExecutionHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rehearses recorded attempts. */
@Timeout(300)
class RecordedRehearsalTest {
  private static final Path FOLDER =
      Path.of("../../workflows/src/test/resources/histories/rules-1");

  /** This one lost the race for its claim, and so decided nothing. */
  private static final String WITHOUT_STEPS = "race-for-a-claim-1";

  private static List<WorkflowExecutionHistory> chain(String scene) throws IOException {
    List<WorkflowExecutionHistory> chain = new ArrayList<>();
    for (int run = 0; Files.exists(FOLDER.resolve(scene + "-" + run + ".json")); run++) {
      chain.add(history(FOLDER.resolve(scene + "-" + run + ".json")));
    }
    return chain;
  }

  private static WorkflowExecutionHistory history(Path file) throws IOException {
    return WorkflowExecutionHistory.fromJson(Files.readString(file));
  }

  /** Every golden attempt by the name of its first run. */
  private static Map<String, List<WorkflowExecutionHistory>> attempts() throws IOException {
    RunReader reader = new RunReader(PayloadKeys.NONE);
    Map<String, List<WorkflowExecutionHistory>> attempts = new TreeMap<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      String first = "";
      for (Path file : files.filter(each -> each.toString().endsWith(".json")).sorted().toList()) {
        WorkflowExecutionHistory history = history(file);
        if (reader.read(history).first()) {
          first = file.getFileName().toString().replace(".json", "");
          attempts.put(first, new ArrayList<>());
        }
        attempts.get(first).add(history);
      }
    }
    return attempts;
  }

  private static Recording recording(List<WorkflowExecutionHistory> chain) {
    return new RecordingReader(PayloadKeys.NONE).read(chain);
  }

  @Test
  void everyEventOfEachGoldenHistoryIsWithinTwoSecondsOfTheRecordedOne() throws IOException {
    Map<String, List<WorkflowExecutionHistory>> attempts = attempts();
    attempts.remove(WITHOUT_STEPS);
    assertThat(attempts).hasSizeGreaterThan(20);
    Duration largest = Duration.ZERO;
    for (Map.Entry<String, List<WorkflowExecutionHistory>> attempt : attempts.entrySet()) {
      Recording recording = recording(attempt.getValue());
      CourseDifference difference =
          CourseDifference.of(
              RecordedRehearsal.recordedEvents(recording),
              RecordedRehearsal.of(recording, Optional.empty()).events());
      assertThat(difference)
          .as(attempt.getKey())
          .matches(found -> found.within(Duration.ofSeconds(2)))
          .matches(found -> found.events() > 0);
      largest = difference.largest().compareTo(largest) > 0 ? difference.largest() : largest;
    }
    System.out.printf("%d recorded attempts: largest difference %s%n", attempts.size(), largest);
  }

  @Test
  void anAttemptWithoutASingleStepIsRefused() throws IOException {
    List<WorkflowExecutionHistory> chain =
        List.of(history(FOLDER.resolve(WITHOUT_STEPS + ".json")));
    assertThatThrownBy(() -> recording(chain))
        .isInstanceOf(CliFailure.class)
        .hasMessageContaining("ended before its first step");
  }

  @Test
  void withMoreToleranceTheHaltedRolloutWouldHaveGoneOn() throws IOException {
    Recording recording = recording(chain("fails-at-deadline"));
    assertThat(RecordedRehearsal.recorded(recording).end().outcome()).contains(Outcome.FAILED);
    Strategy tolerant = recording.spec().strategy().withMaxFailures(new Amount(100, true));

    RecordedRehearsal.Result result = RecordedRehearsal.of(recording, Optional.of(tolerant));

    assertThat(result.course().end().outcome()).contains(Outcome.SUCCEEDED);
    assertThat(result.unknown()).isNotEmpty();
    assertThat(result.course().waves()).hasSizeGreaterThan(1);
  }

  @Test
  void withApprovalsTheRolloutWouldHaveWaitedForThem() throws IOException {
    Recording recording = recording(chain("new-policy-succeeds"));
    Strategy manual = Strategy.of(StrategyType.MANUAL_PER_GROUP);

    RecordedRehearsal.Result result = RecordedRehearsal.of(recording, Optional.of(manual));

    assertThat(result.course().end().kind()).isEqualTo(CourseEnd.Kind.STANDS_STILL);
    assertThat(result.course().end().waitingFor()).startsWith("Waiting for approval of group dev");
  }
}
