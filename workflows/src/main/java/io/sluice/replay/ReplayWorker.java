package io.sluice.replay;

import io.sluice.rollout.lifecycle.HubName;
import io.sluice.workflow.ApprovalSetting;
import io.sluice.workflow.StepListener;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.interceptors.WorkerInterceptor;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Runs workflow code over histories, without a server and without polling for tasks. */
final class ReplayWorker implements AutoCloseable {
  /** A step over ten thousand clusters may take longer than Temporal's second on a busy machine. */
  private static final WorkerOptions PATIENT =
      WorkerOptions.newBuilder()
          .setDefaultDeadlockDetectionTimeout(Duration.ofMinutes(5).toMillis())
          .build();

  private final WorkflowServiceStubs stubs;
  private final WorkerFactory factory;
  private final Worker worker;

  ReplayWorker(DataConverter converter, StepListener listener, WorkerInterceptor... interceptors) {
    stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setChannel(new OfflineChannel()).build());
    factory =
        WorkerFactory.newInstance(
            WorkflowClient.newInstance(
                stubs, WorkflowClientOptions.newBuilder().setDataConverter(converter).build()),
            WorkerFactoryOptions.newBuilder().setWorkerInterceptors(interceptors).build());
    worker = factory.newWorker(HubName.DEFAULT.taskQueue(), PATIENT);
    // What a setting answered then is in the history.
    ApprovalSetting.REFUSED.register(worker, listener);
  }

  /**
   * Replays one run.
   *
   * @throws Exception as Temporal does, where the code deviates from the history
   */
  void replay(WorkflowExecutionHistory history) throws Exception {
    worker.replayWorkflowExecution(history);
  }

  @Override
  public void close() {
    factory.shutdownNow();
    factory.awaitTermination(5, TimeUnit.SECONDS);
    stubs.shutdownNow();
  }
}
