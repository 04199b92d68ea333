package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sluice.replay.RunReader;
import io.sluice.replay.StrictReplayer;
import io.sluice.rollout.Rules;
import io.sluice.workflow.payload.PayloadKeys;
import io.temporal.common.WorkflowExecutionHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Replays the committed histories: rollouts that began under them must go on as they began.
 *
 * <p>With {@code -Dsluice.histories.lock=<rules>} it also locks those of a number, if they replay.
 */
class GoldenHistoriesTest {
  private static final int MOST_EVENTS = 300;
  private static final HistoryFolder HISTORIES = HistoryFolder.COMMITTED;
  private static StrictReplayer replay;

  @BeforeAll
  static void start() {
    replay = new StrictReplayer(PayloadKeys.NONE);
  }

  @AfterAll
  static void close() {
    replay.close();
  }

  @Test
  void theHistoriesAreCompleteAndTheLockedOnesUnchanged() {
    assertThat(HISTORIES.problems(Rules.CURRENT)).isEmpty();
    assertThat(HISTORIES.histories(Rules.CURRENT)).hasSizeGreaterThanOrEqualTo(8);
  }

  @TestFactory
  Stream<DynamicTest> everyGoldenHistoryIsRepeatedByTodaysCode() {
    return IntStream.rangeClosed(Rules.FIRST, Rules.CURRENT)
        .boxed()
        .flatMap(
            rules ->
                HISTORIES.histories(rules).stream()
                    .map(
                        file ->
                            DynamicTest.dynamicTest(shown(file), () -> isRepeated(file, rules))));
  }

  @TestFactory
  Stream<DynamicTest> histories() {
    return Optional.ofNullable(Integer.getInteger("sluice.histories.lock")).stream()
        .map(
            rules ->
                DynamicTest.dynamicTest("of rules " + rules + " are locked", () -> lock(rules)));
  }

  private static void lock(int rules) throws IOException {
    for (Path file : HISTORIES.histories(rules)) {
      isRepeated(file, rules);
    }
    HISTORIES.lock(rules);
  }

  private static void isRepeated(Path file, int rules) throws IOException {
    WorkflowExecutionHistory history = WorkflowExecutionHistory.fromJson(Files.readString(file));
    assertThat(history.getEvents()).hasSizeLessThanOrEqualTo(MOST_EVENTS);
    assertThat(RunReader.rules(history)).contains(rules);
    replay
        .deviation(history)
        .ifPresent(
            how -> fail(MismatchMessage.message(shown(file), how, rules, HISTORIES.locked(rules))));
  }

  private static String shown(Path file) {
    return file.getParent().getFileName() + "/" + file.getFileName();
  }
}
