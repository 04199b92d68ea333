package io.sluice.worker;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.concurrent.TimeUnit;

/** Checks that a Temporal server answers. */
final class TemporalCheck {
  private static final long LIMIT_SECONDS = 5;

  private final WorkflowServiceStubs temporal;

  TemporalCheck(WorkflowServiceStubs temporal) {
    this.temporal = temporal;
  }

  void check() {
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
    return new IllegalStateException(
        "Cannot reach Temporal at %s: %s. Start it, or name another with --temporal, TEMPORAL_ADDRESS or temporal.toml.%s"
            .formatted(temporal.getOptions().getTarget(), reason(e.getStatus()), hint(temporal, e)),
        e);
  }

  private static String reason(Status status) {
    if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
      return "no answer within %d s".formatted(LIMIT_SECONDS);
    }
    Throwable cause = status.getCause();
    String why = cause == null ? status.getDescription() : cause.getMessage();
    return why == null ? status.getCode().toString() : why.strip().replaceAll("\\.$", "");
  }

  private static String hint(WorkflowServiceStubs temporal, StatusRuntimeException e) {
    boolean tls = temporal.getOptions().getEnableHttps();
    return tls && e.getStatus().getCode() == Status.Code.UNAVAILABLE
        ? " TLS is on, as always with an API key: a server without TLS does not support it."
        : "";
  }
}
