package io.sluice.devservers;

import io.grpc.StatusRuntimeException;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.util.concurrent.TimeUnit;

/** Connects to the Temporal server for as long as it takes to wait for it and set it up. */
final class TemporalProbe implements AutoCloseable {
  private final WorkflowServiceStubs stubs;

  TemporalProbe(int port) {
    this.stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget("127.0.0.1:" + port).build());
  }

  WorkflowServiceStubs stubs() {
    return stubs;
  }

  /** Asks on the bare channel: the stubs would try again for longer than we want to wait. */
  boolean answers() {
    // After a refused connection the channel waits ever longer before it tries again.
    stubs.getRawChannel().resetConnectBackoff();
    try {
      WorkflowServiceGrpc.newBlockingStub(stubs.getRawChannel())
          .withDeadlineAfter(1, TimeUnit.SECONDS)
          .getSystemInfo(GetSystemInfoRequest.getDefaultInstance());
      return true;
    } catch (StatusRuntimeException notYet) {
      return false;
    }
  }

  @Override
  public void close() {
    stubs.shutdownNow();
    stubs.awaitTermination(5, TimeUnit.SECONDS);
  }
}
