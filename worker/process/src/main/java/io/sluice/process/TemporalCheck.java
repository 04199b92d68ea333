package io.sluice.process;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.sluice.connection.ConnectionFailure;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.concurrent.TimeUnit;

/** Checks that a Temporal server answers. */
public final class TemporalCheck {
  private static final long LIMIT_SECONDS = 5;
  private static final String USUAL =
      "Start it, or name another with --temporal, TEMPORAL_ADDRESS or temporal.toml.";

  private final WorkflowServiceStubs temporal;

  public TemporalCheck(WorkflowServiceStubs temporal) {
    this.temporal = temporal;
  }

  /**
   * Asks it.
   *
   * @throws IllegalStateException with a message for the user, when it does not answer
   */
  public void check() {
    // After a refused connection the channel waits ever longer before it tries again.
    temporal.getRawChannel().resetConnectBackoff();
    try {
      temporal
          .blockingStub()
          .withDeadlineAfter(LIMIT_SECONDS, TimeUnit.SECONDS)
          .getSystemInfo(GetSystemInfoRequest.getDefaultInstance());
    } catch (StatusRuntimeException e) {
      throw failure(temporal, e);
    }
  }

  static IllegalStateException failure(WorkflowServiceStubs temporal, StatusRuntimeException e) {
    String target = temporal.getOptions().getTarget();
    Status.Code code = e.getStatus().getCode();
    if (code == Status.Code.DEADLINE_EXCEEDED) {
      return unreachable(target, "no answer within %d s".formatted(LIMIT_SECONDS), USUAL, e);
    }
    if (code == Status.Code.UNAUTHENTICATED || code == Status.Code.PERMISSION_DENIED) {
      return new IllegalStateException(
          "Cannot use Temporal at %s: it refuses the API key or certificate (%s). Correct TEMPORAL_API_KEY, the TLS settings or temporal.toml."
              .formatted(target, description(e.getStatus())),
          e);
    }
    ConnectionFailure.Explanation why =
        ConnectionFailure.ofTemporal(
            e.getStatus().getCause() == null
                ? new IllegalStateException(description(e.getStatus()))
                : e.getStatus().getCause());
    return unreachable(target, why.reason(), why.remedy().orElse(USUAL), e);
  }

  private static IllegalStateException unreachable(
      String target, String reason, String remedy, StatusRuntimeException e) {
    return new IllegalStateException(
        "Cannot reach Temporal at %s: %s. %s".formatted(target, reason, remedy), e);
  }

  private static String description(Status status) {
    String text = status.getDescription();
    return text == null ? status.getCode().toString() : text.strip().replaceAll("\\.$", "");
  }
}
