package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Replays the committed histories: rollouts that began under them must be able to go on. */
class GoldenHistoriesTest {
  private static final int MOST_EVENTS = 300;
  private static TestWorkflowEnvironment environment;
  private static Worker worker;

  @BeforeAll
  static void makeAWorkerThatReadsOurPayloads() {
    environment =
        TestWorkflowEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(
                    WorkflowClientOptions.newBuilder()
                        .setDataConverter(Payloads.converter())
                        .build())
                .build());
    worker = environment.newWorker(PolicyRolloutWorkflow.TASK_QUEUE);
    worker.registerWorkflowImplementationTypes(PolicyRolloutWorkflowImpl.class);
  }

  @AfterAll
  static void close() {
    environment.close();
  }

  @TestFactory
  Stream<DynamicTest> everyGoldenHistoryReplays() throws IOException {
    List<Path> histories;
    try (Stream<Path> files = Files.list(RolloutScene.HISTORIES)) {
      histories = files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
    assertThat(histories).hasSizeGreaterThanOrEqualTo(8);
    return histories.stream()
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> replays(file)));
  }

  private static void replays(Path file) throws Exception {
    WorkflowExecutionHistory history = WorkflowExecutionHistory.fromJson(Files.readString(file));
    assertThat(history.getEvents()).hasSizeLessThanOrEqualTo(MOST_EVENTS);
    worker.replayWorkflowExecution(history);
  }
}
