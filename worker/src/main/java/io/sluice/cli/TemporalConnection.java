package io.sluice.cli;

import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Connects with Temporal, or says what was tried. */
public final class TemporalConnection {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private TemporalConnection() {}

  /** Connects, waiting a little for a server that is just starting. */
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
      throw new CliFailure(
          "Cannot reach Temporal at %s: no answer within %d s. Start it, or name another with --temporal or TEMPORAL_ADDRESS."
              .formatted(address, patience.toSeconds()),
          e);
    }
  }

  /** Ends the connection; calls still under way are given up. */
  public static void close(WorkflowServiceStubs stubs) {
    stubs.shutdownNow();
    stubs.awaitTermination(5, TimeUnit.SECONDS);
  }
}
