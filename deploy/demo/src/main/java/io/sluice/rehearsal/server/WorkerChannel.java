package io.sluice.rehearsal.server;

import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.DescribeNamespaceResponse;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.api.workflowservice.v1.GetSystemInfoResponse;
import io.temporal.api.workflowservice.v1.PollWorkflowTaskQueueRequest;
import io.temporal.api.workflowservice.v1.PollWorkflowTaskQueueResponse;
import io.temporal.api.workflowservice.v1.RespondWorkflowTaskCompletedRequest;
import io.temporal.api.workflowservice.v1.RespondWorkflowTaskCompletedResponse;
import io.temporal.api.workflowservice.v1.RespondWorkflowTaskFailedRequest;
import io.temporal.api.workflowservice.v1.RespondWorkflowTaskFailedResponse;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Hands workflow tasks to a worker in this process, in place of a connection to a server.
 *
 * <p>Messages are passed on as they are: nothing is serialized. It refuses calls that a worker of
 * workflows does not need.
 */
final class WorkerChannel extends ManagedChannel {
  private static final Duration LONGEST_TASK = Duration.ofMinutes(5);

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

  private final BlockingQueue<Consumer<Message>> polls = new LinkedBlockingQueue<>();
  private final BlockingQueue<Message> answers = new LinkedBlockingQueue<>();
  private volatile boolean closed;

  /** Lets the worker complete a task; returns its answer: that it is completed, or has failed. */
  Message complete(PollWorkflowTaskQueueResponse task) {
    try {
      Consumer<Message> poll = polls.poll(LONGEST_TASK.toMillis(), TimeUnit.MILLISECONDS);
      if (poll == null) {
        throw new IllegalStateException("the worker asks for no workflow task");
      }
      poll.accept(task);
      Message answer = answers.poll(LONGEST_TASK.toMillis(), TimeUnit.MILLISECONDS);
      if (answer == null) {
        throw new IllegalStateException("the worker has not completed a workflow task in time");
      }
      return answer;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during a workflow task", e);
    }
  }

  @Override
  public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
    return new Call<>(method, options);
  }

  private final class Call<Q, A> extends ClientCall<Q, A> {
    private final MethodDescriptor<Q, A> method;
    private final CallOptions options;
    private final Consumer<Message> poll = this::answer;
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
      if (request instanceof PollWorkflowTaskQueueRequest) {
        polls.add(poll);
      } else if (request instanceof RespondWorkflowTaskCompletedRequest completed) {
        answer(RespondWorkflowTaskCompletedResponse.getDefaultInstance());
        answers.add(completed);
      } else if (request instanceof RespondWorkflowTaskFailedRequest failed) {
        answer(RespondWorkflowTaskFailedResponse.getDefaultInstance());
        answers.add(failed);
      } else if (request instanceof GetSystemInfoRequest) {
        answer(INFO);
      } else if (request instanceof DescribeNamespaceRequest) {
        answer(DescribeNamespaceResponse.getDefaultInstance());
      } else {
        end(
            Status.UNIMPLEMENTED.withDescription(
                "a rehearsal has no server for " + method.getFullMethodName()));
      }
    }

    @SuppressWarnings("unchecked")
    private void answer(Message message) {
      inCaller(
          () -> {
            listener.onHeaders(new Metadata());
            listener.onMessage((A) message);
            listener.onClose(Status.OK, new Metadata());
          });
    }

    private void end(Status status) {
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
      if (polls.remove(poll)) {
        end(Status.CANCELLED);
      }
    }
  }

  @Override
  public String authority() {
    return "rehearsal";
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
