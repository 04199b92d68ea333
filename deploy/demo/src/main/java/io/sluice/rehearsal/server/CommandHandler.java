package io.sluice.rehearsal.server;

import io.temporal.api.command.v1.Command;
import io.temporal.api.command.v1.ScheduleActivityTaskCommandAttributes;
import io.temporal.api.command.v1.StartTimerCommandAttributes;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.ActivityTaskCompletedEventAttributes;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Executes the commands of one run: timers, activities and markers. Each adds its event to the
 * history, as on a server.
 */
final class CommandHandler {
  private final RunHistory history;
  private final Agenda agenda;
  private final ActivityInvoker activities;
  private final AnswerTimes times;
  private final Runnable changed;
  private final Map<String, Timer> timers = new LinkedHashMap<>();

  private record Timer(long started, Agenda.Entry entry) {}

  /**
   * Creates one.
   *
   * @param changed is called when an event asks for a workflow task
   */
  CommandHandler(
      RunHistory history,
      Agenda agenda,
      ActivityInvoker activities,
      AnswerTimes times,
      Runnable changed) {
    this.history = history;
    this.agenda = agenda;
    this.activities = activities;
    this.times = times;
    this.changed = changed;
  }

  /**
   * Executes a command.
   *
   * @param task the event with which the workflow task completed
   * @return false if it ends the run
   */
  boolean execute(Command command, long task) {
    switch (command.getCommandType()) {
      case COMMAND_TYPE_START_TIMER -> start(command.getStartTimerCommandAttributes(), task);
      case COMMAND_TYPE_CANCEL_TIMER ->
          cancel(command.getCancelTimerCommandAttributes().getTimerId(), task);
      case COMMAND_TYPE_SCHEDULE_ACTIVITY_TASK ->
          schedule(command.getScheduleActivityTaskCommandAttributes(), task);
      case COMMAND_TYPE_REQUEST_CANCEL_ACTIVITY_TASK ->
          // A call that has begun is not interrupted: its answer still comes.
          add(
              EventType.EVENT_TYPE_ACTIVITY_TASK_CANCEL_REQUESTED,
              event ->
                  event
                      .getActivityTaskCancelRequestedEventAttributesBuilder()
                      .setScheduledEventId(
                          command
                              .getRequestCancelActivityTaskCommandAttributes()
                              .getScheduledEventId())
                      .setWorkflowTaskCompletedEventId(task));
      case COMMAND_TYPE_RECORD_MARKER ->
          add(
              EventType.EVENT_TYPE_MARKER_RECORDED,
              event ->
                  event
                      .getMarkerRecordedEventAttributesBuilder()
                      .setMarkerName(command.getRecordMarkerCommandAttributes().getMarkerName())
                      .putAllDetails(command.getRecordMarkerCommandAttributes().getDetailsMap())
                      .setWorkflowTaskCompletedEventId(task));
      case COMMAND_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES ->
          add(
              EventType.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES,
              event ->
                  event
                      .getUpsertWorkflowSearchAttributesEventAttributesBuilder()
                      .setSearchAttributes(
                          command
                              .getUpsertWorkflowSearchAttributesCommandAttributes()
                              .getSearchAttributes())
                      .setWorkflowTaskCompletedEventId(task));
      case COMMAND_TYPE_COMPLETE_WORKFLOW_EXECUTION,
          COMMAND_TYPE_FAIL_WORKFLOW_EXECUTION,
          COMMAND_TYPE_CANCEL_WORKFLOW_EXECUTION,
          COMMAND_TYPE_CONTINUE_AS_NEW_WORKFLOW_EXECUTION -> {
        return false;
      }
      default ->
          throw new IllegalStateException(
              "a rehearsal knows no command " + command.getCommandType());
    }
    return true;
  }

  /** Cancels all timers: the run has ended. */
  void close() {
    timers.values().forEach(timer -> agenda.cancel(timer.entry()));
    timers.clear();
  }

  private long add(
      EventType type, Consumer<io.temporal.api.history.v1.HistoryEvent.Builder> attributes) {
    return history.add(agenda.now(), type, attributes);
  }

  private void start(StartTimerCommandAttributes command, long task) {
    String id = command.getTimerId();
    Duration time =
        Duration.ofSeconds(
            command.getStartToFireTimeout().getSeconds(),
            command.getStartToFireTimeout().getNanos());
    long started =
        add(
            EventType.EVENT_TYPE_TIMER_STARTED,
            event ->
                event
                    .getTimerStartedEventAttributesBuilder()
                    .setTimerId(id)
                    .setStartToFireTimeout(command.getStartToFireTimeout())
                    .setWorkflowTaskCompletedEventId(task));
    timers.put(
        id, new Timer(started, agenda.add(agenda.now().plus(time), () -> fire(id, started))));
  }

  private void fire(String id, long started) {
    timers.remove(id);
    add(
        EventType.EVENT_TYPE_TIMER_FIRED,
        event ->
            event.getTimerFiredEventAttributesBuilder().setTimerId(id).setStartedEventId(started));
    changed.run();
  }

  private void cancel(String id, long task) {
    Timer timer = timers.remove(id);
    agenda.cancel(timer.entry());
    add(
        EventType.EVENT_TYPE_TIMER_CANCELED,
        event ->
            event
                .getTimerCanceledEventAttributesBuilder()
                .setTimerId(id)
                .setStartedEventId(timer.started())
                .setWorkflowTaskCompletedEventId(task));
  }

  private void schedule(ScheduleActivityTaskCommandAttributes command, long task) {
    long scheduled =
        add(
            EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED,
            event ->
                event
                    .getActivityTaskScheduledEventAttributesBuilder()
                    .setActivityId(command.getActivityId())
                    .setActivityType(command.getActivityType())
                    .setTaskQueue(command.getTaskQueue())
                    .setInput(command.getInput())
                    .setWorkflowTaskCompletedEventId(task));
    String activity = command.getActivityType().getName();
    Object argument = activities.argument(activity, command.getInput());
    Duration time = times.of(activity, argument);
    Optional<Payloads> result = activities.invoke(activity, argument);
    agenda.add(agenda.now().plus(time), () -> complete(scheduled, result));
  }

  private void complete(long scheduled, Optional<Payloads> result) {
    long started =
        add(
            EventType.EVENT_TYPE_ACTIVITY_TASK_STARTED,
            event ->
                event
                    .getActivityTaskStartedEventAttributesBuilder()
                    .setScheduledEventId(scheduled)
                    .setAttempt(1));
    add(
        EventType.EVENT_TYPE_ACTIVITY_TASK_COMPLETED,
        event -> {
          ActivityTaskCompletedEventAttributes.Builder attributes =
              event
                  .getActivityTaskCompletedEventAttributesBuilder()
                  .setScheduledEventId(scheduled)
                  .setStartedEventId(started);
          result.ifPresent(attributes::setResult);
        });
    changed.run();
  }
}
