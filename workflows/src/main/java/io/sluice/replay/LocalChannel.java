package io.sluice.replay;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.api.workflowservice.v1.GetSystemInfoResponse;
import java.util.concurrent.TimeUnit;

/**
 * Answers the SDK in this process, in place of a connection to a server.
 *
 * <p>Messages are passed on as they are: nothing is serialized. It says what a server can do, and
 * refuses every call that {@link #handle} does not answer.
 */
public abstract class LocalChannel extends ManagedChannel {
  /** Without {@code sdkMetadata} the SDK would run without the flags of today's workflows. */
  private static final GetSystemInfoResponse INFO =
      GetSystemInfoResponse.newBuilder()
          .setCapabilities(
              GetSystemInfoResponse.Capabilities.newBuilder()
                  .setSdkMetadata(true)
                  .setSignalAndQueryHeader(true)
                  .setInternalErrorDifferentiation(true)
                  .setEncodedFailureAttributes(true))
          .build();

  private final String purpose;
  private volatile boolean closed;

  /**
   * Creates a channel that answers.
   *
   * @param purpose what it serves, for messages: {@code replay}
   */
  protected LocalChannel(String purpose) {
    this.purpose = requireNonNull(purpose, "purpose is null");
  }

  /**
   * Answers a request, now or later.
   *
   * @return false to refuse it
   */
  protected abstract boolean handle(Object request, Reply reply);

  /** Does not wait any more for the answer to a request that was handled. */
  protected void cancelled(Reply reply) {}

  /** Takes the answer to one request. */
  protected interface Reply {
    void answer(Message message);

    void end(Status status);
  }

  @Override
  public final <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
    return new Call<>(method, options);
  }

  private final class Call<Q, A> extends ClientCall<Q, A> implements Reply {
    private final MethodDescriptor<Q, A> method;
    private final CallOptions options;
    private Listener<A> listener;
    private Object request;

    private Call(MethodDescriptor<Q, A> method, CallOptions options) {
      this.method = method;
      this.options = options;
    }

    @Override
    public void start(Listener<A> caller, Metadata headers) {
      listener = caller;
    }

    @Override
    public void sendMessage(Q message) {
      request = message;
    }

    @Override
    public void request(int messages) {
      // The answer comes when the request is complete.
    }

    @Override
    public void halfClose() {
      if (request instanceof GetSystemInfoRequest) {
        answer(INFO);
      } else if (!handle(request, this)) {
        end(
            Status.UNIMPLEMENTED.withDescription(
                "a %s has no server for %s".formatted(purpose, method.getFullMethodName())));
      }
    }

    @Override
    @SuppressWarnings("unchecked")
    public void answer(Message message) {
      inCaller(
          () -> {
            listener.onHeaders(new Metadata());
            listener.onMessage((A) message);
            listener.onClose(Status.OK, new Metadata());
          });
    }

    @Override
    public void end(Status status) {
      inCaller(() -> listener.onClose(status, new Metadata()));
    }

    /** A caller that blocks waits for its executor, not for its answer. */
    private void inCaller(Runnable task) {
      if (options.getExecutor() == null) {
        task.run();
      } else {
        options.getExecutor().execute(task);
      }
    }

    @Override
    public void cancel(String message, Throwable cause) {
      cancelled(this);
    }
  }

  @Override
  public final String authority() {
    return purpose;
  }

  @Override
  public final ManagedChannel shutdown() {
    closed = true;
    return this;
  }

  @Override
  public final ManagedChannel shutdownNow() {
    return shutdown();
  }

  @Override
  public final boolean isShutdown() {
    return closed;
  }

  @Override
  public final boolean isTerminated() {
    return closed;
  }

  @Override
  public final boolean awaitTermination(long timeout, TimeUnit unit) {
    return closed;
  }
}
