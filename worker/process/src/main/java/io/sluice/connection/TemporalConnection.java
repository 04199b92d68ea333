package io.sluice.connection;

import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Connects with Temporal, or fails with a message that names the address. */
public final class TemporalConnection {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private TemporalConnection() {}

  /** Connects; waits up to 10 s for a server that is starting. */
  public static WorkflowServiceStubs open(String address) {
    return open(address, PATIENCE);
  }

  static WorkflowServiceStubs open(String address, Duration patience) {
    WorkflowServiceStubs stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(address).build());
    try {
      stubs.connect(patience);
      return stubs;
    } catch (RuntimeException e) {
      close(stubs);
      throw new IllegalStateException(
          "Cannot reach Temporal at %s: no answer within %d s. Start it, or name another with --temporal or TEMPORAL_ADDRESS."
              .formatted(address, patience.toSeconds()),
          e);
    }
  }

  /** Closes the connection; cancels calls still under way. */
  public static void close(WorkflowServiceStubs stubs) {
    stubs.shutdownNow();
    stubs.awaitTermination(5, TimeUnit.SECONDS);
  }
}
