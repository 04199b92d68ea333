package io.sluice.workflow;

import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Replays histories and compares the commands of today's code with those in them.
 *
 * <p>Temporal's own replay compares kinds and ids of commands; this one also their content, as far
 * as {@link JudgementFilter} keeps it.
 */
final class StrictReplay implements AutoCloseable {
  /** On a busy machine a step may take longer than the second that Temporal allows by default. */
  static final WorkerOptions PATIENT =
      WorkerOptions.newBuilder()
          .setDefaultDeadlockDetectionTimeout(Duration.ofSeconds(30).toMillis())
          .build();

  private static final int MOST_SHOWN = 5;

  private final CommandRecorder recorder = new CommandRecorder();
  private final TestWorkflowEnvironment environment;
  private final Worker worker;

  StrictReplay() {
    environment =
        TestWorkflowEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(
                    WorkflowClientOptions.newBuilder()
                        .setDataConverter(Payloads.converter())
                        .build())
                .setWorkerFactoryOptions(
                    WorkerFactoryOptions.newBuilder().setWorkerInterceptors(recorder).build())
                .build());
    worker = environment.newWorker(PolicyRolloutWorkflow.TASK_QUEUE, PATIENT);
    ApprovalSetting.REFUSED.register(worker);
  }

  /** Does this at each command that today's code requests. */
  void atEachCommand(Runnable what) {
    recorder.atEachCommand(what);
  }

  /** The first event at which the code deviates from the history, and how. */
  Optional<String> deviation(WorkflowExecutionHistory history) {
    recorder.clear();
    Optional<String> refused = refused(history);
    List<RecordedCommand> written = RecordedCommand.of(history);
    List<Command> asked = recorder.commands();
    return contents(written, asked).or(() -> refused).or(() -> lengths(history, written, asked));
  }

  /** Why Temporal's own replay stops, which compares less. */
  Optional<String> refused(WorkflowExecutionHistory history) {
    try {
      worker.replayWorkflowExecution(history);
      return Optional.empty();
    } catch (Exception refusal) {
      return Optional.of("Temporal's replay stops: " + refusal.getMessage());
    }
  }

  private static Optional<String> contents(List<RecordedCommand> written, List<Command> asked) {
    for (int place = 0; place < Math.min(written.size(), asked.size()); place++) {
      RecordedCommand then = written.get(place);
      List<String> deviations = then.command().deviations(asked.get(place));
      if (!deviations.isEmpty()) {
        return Optional.of(
            "event %d, %s: %s%s"
                .formatted(
                    then.event(),
                    then.command().what(),
                    String.join("; ", deviations.stream().limit(MOST_SHOWN).toList()),
                    deviations.size() > MOST_SHOWN
                        ? "; and %d more".formatted(deviations.size() - MOST_SHOWN)
                        : ""));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> lengths(
      WorkflowExecutionHistory history, List<RecordedCommand> written, List<Command> asked) {
    if (asked.size() < written.size()) {
      RecordedCommand missed = written.get(asked.size());
      return Optional.of(
          "event %d, %s: expected, but not asked for"
              .formatted(missed.event(), missed.command().what()));
    }
    // The history may have been read during a workflow task.
    boolean complete =
        !written.isEmpty()
            && written.get(written.size() - 1).event() == history.getLastEvent().getEventId();
    if (complete && asked.size() > written.size()) {
      return Optional.of(
          "after its last event: expected nothing, actual %s"
              .formatted(asked.get(written.size()).what()));
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    environment.close();
  }
}
