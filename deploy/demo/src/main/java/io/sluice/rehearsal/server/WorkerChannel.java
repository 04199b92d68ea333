package io.sluice.rehearsal.server;

import com.google.protobuf.Message;
import io.grpc.Status;
import io.sluice.replay.LocalChannel;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.DescribeNamespaceResponse;
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

/**
 * Hands workflow tasks to a worker in this process, in place of a connection to a server. It
 * refuses calls that a worker of workflows does not need.
 */
final class WorkerChannel extends LocalChannel {
  private static final Duration LONGEST_TASK = Duration.ofMinutes(5);

  private final BlockingQueue<Reply> polls = new LinkedBlockingQueue<>();
  private final BlockingQueue<Message> answers = new LinkedBlockingQueue<>();

  WorkerChannel() {
    super("rehearsal");
  }

  /** Lets the worker complete a task; returns its answer: that it is completed, or has failed. */
  Message complete(PollWorkflowTaskQueueResponse task) {
    try {
      Reply poll = polls.poll(LONGEST_TASK.toMillis(), TimeUnit.MILLISECONDS);
      if (poll == null) {
        throw new IllegalStateException("the worker asks for no workflow task");
      }
      poll.answer(task);
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
  protected boolean handle(Object request, Reply reply) {
    if (request instanceof PollWorkflowTaskQueueRequest) {
      polls.add(reply);
    } else if (request instanceof RespondWorkflowTaskCompletedRequest completed) {
      reply.answer(RespondWorkflowTaskCompletedResponse.getDefaultInstance());
      answers.add(completed);
    } else if (request instanceof RespondWorkflowTaskFailedRequest failed) {
      reply.answer(RespondWorkflowTaskFailedResponse.getDefaultInstance());
      answers.add(failed);
    } else if (request instanceof DescribeNamespaceRequest) {
      reply.answer(DescribeNamespaceResponse.getDefaultInstance());
    } else {
      return false;
    }
    return true;
  }

  @Override
  protected void cancelled(Reply reply) {
    if (polls.remove(reply)) {
      reply.end(Status.CANCELLED);
    }
  }
}
