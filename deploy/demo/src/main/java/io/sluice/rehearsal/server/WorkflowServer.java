package io.sluice.rehearsal.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.workflow.ApprovalSetting;
import io.sluice.workflow.HubActivities;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.RolloutInput;
import io.sluice.workflow.StepListener;
import io.sluice.workflow.payload.Payloads;
import io.temporal.api.command.v1.Command;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.common.v1.WorkflowType;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.History;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflowservice.v1.PollWorkflowTaskQueueResponse;
import io.temporal.api.workflowservice.v1.RespondWorkflowTaskCompletedRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.converter.DataConverter;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs the workflow of an attempt on skipped time. Used by one thread. */
public final class WorkflowServer implements AutoCloseable {
  private static final WorkflowType TYPE =
      WorkflowType.newBuilder().setName(PolicyRolloutWorkflow.TYPE).build();
  private static final TaskQueue QUEUE =
      TaskQueue.newBuilder().setName(HubName.DEFAULT.taskQueue()).build();

  /** A step over ten thousand clusters may take longer than Temporal's second on a busy machine. */
  private static final WorkerOptions PATIENT =
      WorkerOptions.newBuilder()
          .setDefaultDeadlockDetectionTimeout(Duration.ofMinutes(5).toMillis())
          .setMaxConcurrentWorkflowTaskPollers(2)
          .build();

  private final DataConverter converter = Payloads.converter();
  private final WorkerChannel channel = new WorkerChannel();
  private final Agenda agenda;
  private final String workflowId;
  private final WorkflowServiceStubs stubs;
  private final WorkerFactory factory;
  private ActivityInvoker activities;
  private AnswerTimes times;
  private RunHistory history;
  private CommandHandler commands;
  private final UpdateMessages updates = new UpdateMessages();
  private int runs;
  private long lastStarted;
  private boolean taskDue;
  private boolean closed;

  /**
   * Creates a server with a worker.
   *
   * @param approvals whether approvals by message count
   * @param listener receives each step, while the server waits for it
   */
  public WorkflowServer(
      String workflowId, Instant from, ApprovalSetting approvals, StepListener listener) {
    this.workflowId = workflowId;
    this.agenda = new Agenda(from);
    this.stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setChannel(channel).build());
    this.factory =
        WorkerFactory.newInstance(
            WorkflowClient.newInstance(
                stubs, WorkflowClientOptions.newBuilder().setDataConverter(converter).build()));
    approvals.register(factory.newWorker(HubName.DEFAULT.taskQueue(), PATIENT), listener);
    factory.start();
  }

  /** Returns the time, and what is to come. */
  public Agenda agenda() {
    return agenda;
  }

  /** Starts the workflow, which calls this hub. */
  public void start(RolloutInput input, HubActivities hub, AnswerTimes answerTimes) {
    activities = new ActivityInvoker(hub, converter);
    times = answerTimes;
    begin(converter.toPayloads(input).orElseThrow(), "");
  }

  private void begin(io.temporal.api.common.v1.Payloads input, String former) {
    String runId = "rehearsal-" + ++runs;
    history =
        new RunHistory(
            WorkflowExecution.newBuilder().setWorkflowId(workflowId).setRunId(runId).build());
    commands = new CommandHandler(history, agenda, activities, times, () -> taskDue = true);
    lastStarted = 0;
    history.add(
        agenda.now(),
        EventType.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED,
        event ->
            event
                .getWorkflowExecutionStartedEventAttributesBuilder()
                .setWorkflowType(TYPE)
                .setWorkflowId(workflowId)
                .setTaskQueue(QUEUE)
                .setInput(input)
                .setOriginalExecutionRunId(runId)
                .setFirstExecutionRunId("rehearsal-1")
                .setContinuedExecutionRunId(former)
                .setAttempt(1));
    taskDue = true;
  }

  /** Sends a signal. */
  public void signal(String name, Object... arguments) {
    signal(
        name,
        converter
            .toPayloads(arguments)
            .orElseGet(io.temporal.api.common.v1.Payloads::getDefaultInstance));
  }

  /** Sends a signal with these arguments as they are. */
  public void signal(String name, io.temporal.api.common.v1.Payloads arguments) {
    if (closed) {
      return;
    }
    history.add(
        agenda.now(),
        EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED,
        event ->
            event
                .getWorkflowExecutionSignaledEventAttributesBuilder()
                .setSignalName(name)
                .setInput(arguments));
    taskDue = true;
  }

  /** Sends an update with these arguments as they are, which the workflow may refuse. */
  public void update(String name, io.temporal.api.common.v1.Payloads arguments) {
    updates.add(name, arguments);
    taskDue = true;
  }

  /** Cancels the workflow, as people do in Temporal. */
  public void cancel() {
    if (closed) {
      return;
    }
    history.add(
        agenda.now(),
        EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCEL_REQUESTED,
        event -> event.getWorkflowExecutionCancelRequestedEventAttributesBuilder());
    taskDue = true;
  }

  /**
   * Lets the time pass until the workflow has ended, or nothing is to come.
   *
   * @return false if something is to come after the last instant
   */
  public boolean run(Instant last) {
    while (!closed) {
      Optional<Instant> next = agenda.next();
      if (next.isPresent() && next.get().equals(agenda.now())) {
        agenda.advance();
      } else if (taskDue) {
        task();
      } else if (next.isEmpty()) {
        return true;
      } else if (next.get().isAfter(last)) {
        return false;
      } else {
        agenda.advance();
      }
    }
    return true;
  }

  private void task() {
    taskDue = false;
    Instant now = agenda.now();
    long scheduled =
        history.add(
            now,
            EventType.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED,
            event ->
                event
                    .getWorkflowTaskScheduledEventAttributesBuilder()
                    .setTaskQueue(QUEUE)
                    .setAttempt(1));
    long started =
        history.add(
            now,
            EventType.EVENT_TYPE_WORKFLOW_TASK_STARTED,
            event ->
                event
                    .getWorkflowTaskStartedEventAttributesBuilder()
                    .setScheduledEventId(scheduled)
                    .setHistorySizeBytes(history.bytes())
                    .setSuggestContinueAsNew(history.isLong()));
    Message answer =
        channel.complete(
            PollWorkflowTaskQueueResponse.newBuilder()
                .setTaskToken(ByteString.copyFromUtf8("task"))
                .setWorkflowExecution(history.execution())
                .setWorkflowType(TYPE)
                .setWorkflowExecutionTaskQueue(QUEUE)
                .setPreviousStartedEventId(lastStarted)
                .setStartedEventId(started)
                .setScheduledTime(RunHistory.timestamp(now))
                .setStartedTime(RunHistory.timestamp(now))
                .setAttempt(1)
                .addAllMessages(updates.take(scheduled))
                .setHistory(History.newBuilder().addAllEvents(history.after(lastStarted)))
                .build());
    if (!(answer instanceof RespondWorkflowTaskCompletedRequest completed)) {
      throw new IllegalStateException("a workflow task failed: " + answer);
    }
    lastStarted = started;
    completed(completed, scheduled, started);
  }

  private void completed(RespondWorkflowTaskCompletedRequest answer, long scheduled, long started) {
    long task =
        history.add(
            agenda.now(),
            EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED,
            event ->
                event
                    .getWorkflowTaskCompletedEventAttributesBuilder()
                    .setScheduledEventId(scheduled)
                    .setStartedEventId(started)
                    .setSdkMetadata(answer.getSdkMetadata()));
    for (Command command : answer.getCommandsList()) {
      if (command.hasProtocolMessageCommandAttributes()) {
        updates.enter(message(answer, command), history, agenda.now());
      } else if (!commands.execute(command, task)) {
        end(command);
      }
    }
    taskDue |= answer.getForceCreateNewWorkflowTask();
  }

  private static io.temporal.api.protocol.v1.Message message(
      RespondWorkflowTaskCompletedRequest answer, Command command) {
    String id = command.getProtocolMessageCommandAttributes().getMessageId();
    return answer.getMessagesList().stream()
        .filter(message -> message.getId().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no message " + id));
  }

  private void end(Command command) {
    commands.close();
    if (command.hasContinueAsNewWorkflowExecutionCommandAttributes()) {
      begin(
          command.getContinueAsNewWorkflowExecutionCommandAttributes().getInput(),
          history.execution().getRunId());
    } else {
      closed = true;
    }
  }

  @Override
  public void close() {
    factory.shutdownNow();
    factory.awaitTermination(5, TimeUnit.SECONDS);
    stubs.shutdownNow();
  }
}
