package io.sluice.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.workflow.payload.Payloads;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CommandRecorderTest {
  @WorkflowInterface
  public interface Timers {
    @WorkflowMethod
    void run();
  }

  public static final class TimersImpl implements Timers {
    @Override
    public void run() {
      setTimer(Duration.ofHours(3)).cancel();
      CancellationScope kept = setTimer(Duration.ofHours(2));
      Workflow.newTimer(Duration.ofHours(1)).get();
      kept.cancel();
    }

    private static CancellationScope setTimer(Duration duration) {
      CancellationScope scope =
          Workflow.newCancellationScope(
              () -> Workflow.newTimer(duration).handle((fired, canceled) -> true));
      scope.run();
      return scope;
    }
  }

  @Test
  void aTimerThatIsCanceledBeforeItIsSentIsNotRecorded() {
    CommandRecorder recorder = new CommandRecorder();
    try (TestWorkflowEnvironment environment = environment(recorder)) {
      environment.newWorker("timers").registerWorkflowImplementationTypes(TimersImpl.class);
      environment.start();
      WorkflowClient client = environment.getWorkflowClient();
      Timers timers =
          client.newWorkflowStub(
              Timers.class,
              WorkflowOptions.newBuilder().setTaskQueue("timers").setWorkflowId("timers").build());
      timers.run();

      WorkflowExecutionHistory history =
          client.fetchHistory(WorkflowStub.fromTyped(timers).getExecution().getWorkflowId());
      assertThat(recorder.commands())
          .startsWith(Command.timer(Duration.ofHours(2)), Command.timer(Duration.ofHours(1)))
          .isEqualTo(
              RecordedCommand.of(history, Payloads.converter()).stream()
                  .map(RecordedCommand::command)
                  .toList());
    }
  }

  private static TestWorkflowEnvironment environment(CommandRecorder recorder) {
    return TestWorkflowEnvironment.newInstance(
        TestEnvironmentOptions.newBuilder()
            .setWorkflowClientOptions(
                WorkflowClientOptions.newBuilder().setDataConverter(Payloads.converter()).build())
            .setWorkerFactoryOptions(
                WorkerFactoryOptions.newBuilder().setWorkerInterceptors(recorder).build())
            .build());
  }
}
