package io.sluice.replay;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.temporal.api.workflowservice.v1.GetSystemInfoResponse;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import java.util.concurrent.TimeUnit;

/**
 * Answers a replay in place of a server: what a server can do, which the SDK asks for before it
 * replays. It refuses every other call.
 */
final class OfflineChannel extends ManagedChannel {
  /** Without {@code sdkMetadata} the SDK would replay without the flags that the run began with. */
  private static final GetSystemInfoResponse INFO =
      GetSystemInfoResponse.newBuilder()
          .setCapabilities(
              GetSystemInfoResponse.Capabilities.newBuilder()
                  .setSdkMetadata(true)
                  .setSignalAndQueryHeader(true)
                  .setInternalErrorDifferentiation(true)
                  .setEncodedFailureAttributes(true))
          .build();

  private volatile boolean closed;

  @Override
  public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
    return new Answer<>(method);
  }

  private static final class Answer<Q, A> extends ClientCall<Q, A> {
    private final MethodDescriptor<Q, A> method;
    private Listener<A> listener;

    private Answer(MethodDescriptor<Q, A> method) {
      this.method = method;
    }

    @Override
    public void start(Listener<A> caller, Metadata headers) {
      listener = caller;
    }

    @Override
    public void halfClose() {
      if (method.getFullMethodName().equals(systemInfo())) {
        listener.onHeaders(new Metadata());
        listener.onMessage(method.parseResponse(INFO.toByteString().newInput()));
        listener.onClose(Status.OK, new Metadata());
      } else {
        Status refused =
            Status.UNIMPLEMENTED.withDescription(
                "a replay has no server for " + method.getFullMethodName());
        listener.onClose(refused, new Metadata());
      }
    }

    private static String systemInfo() {
      return WorkflowServiceGrpc.getGetSystemInfoMethod().getFullMethodName();
    }

    @Override
    public void request(int messages) {
      // The answer comes when the request is complete.
    }

    @Override
    public void cancel(String message, Throwable cause) {
      // It is answered in the thread that calls.
    }

    @Override
    public void sendMessage(Q message) {
      // Nothing in a request changes the answer.
    }
  }

  @Override
  public String authority() {
    return "replay";
  }

  @Override
  public ManagedChannel shutdown() {
    closed = true;
    return this;
  }

  @Override
  public ManagedChannel shutdownNow() {
    return shutdown();
  }

  @Override
  public boolean isShutdown() {
    return closed;
  }

  @Override
  public boolean isTerminated() {
    return closed;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return closed;
  }
}
