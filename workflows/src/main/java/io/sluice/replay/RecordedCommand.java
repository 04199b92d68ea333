package io.sluice.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.workflow.RolloutInput;
import io.sluice.workflow.RolloutResult;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads the commands of a run from its history, in their order. */
record RecordedCommand(long event, Command command) {
  /** The server reads search attributes, so they are never encoded. */
  private static final DataConverter PLAIN = DefaultDataConverter.newDefaultInstance();

  static List<RecordedCommand> of(WorkflowExecutionHistory history, DataConverter converter) {
    return history.getEvents().stream()
        .flatMap(
            event ->
                read(event, converter).stream()
                    .map(command -> new RecordedCommand(event.getEventId(), command)))
        .toList();
  }

  private static Optional<Command> read(HistoryEvent event, DataConverter converter) {
    return switch (event.getEventType()) {
      case EVENT_TYPE_ACTIVITY_TASK_SCHEDULED -> Optional.of(activity(event, converter));
      case EVENT_TYPE_TIMER_STARTED -> Optional.of(timer(event));
      case EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES -> Optional.of(searchAttributes(event));
      case EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW ->
          Optional.of(
              Command.continueAsNew(
                  input(
                      event.getWorkflowExecutionContinuedAsNewEventAttributes().getInput(),
                      RolloutInput.class,
                      converter)));
      case EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED ->
          Optional.of(
              Command.result(
                  input(
                      event.getWorkflowExecutionCompletedEventAttributes().getResult(),
                      RolloutResult.class,
                      converter)));
      case EVENT_TYPE_WORKFLOW_EXECUTION_FAILED ->
          Optional.of(
              Command.failure(
                  event.getWorkflowExecutionFailedEventAttributes().getFailure(), converter));
      case EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED -> Optional.of(Command.canceled());
      default -> Optional.empty();
    };
  }

  private static Command activity(HistoryEvent event, DataConverter converter) {
    var scheduled = event.getActivityTaskScheduledEventAttributes();
    String type = scheduled.getActivityType().getName();
    Class<?> argument =
        ActivityMethods.of(type)
            .<Class<?>>map(method -> method.getParameterTypes()[0])
            .orElse(JsonNode.class);
    return Command.activity(type, input(scheduled.getInput(), argument, converter));
  }

  private static Command timer(HistoryEvent event) {
    var duration = event.getTimerStartedEventAttributes().getStartToFireTimeout();
    return Command.timer(Duration.ofSeconds(duration.getSeconds(), duration.getNanos()));
  }

  private static Command searchAttributes(HistoryEvent event) {
    ObjectNode attributes = JsonNodeFactory.instance.objectNode();
    event
        .getUpsertWorkflowSearchAttributesEventAttributes()
        .getSearchAttributes()
        .getIndexedFieldsMap()
        .forEach(
            (name, value) ->
                attributes.set(name, JudgementFilter.of(value, JsonNode.class, PLAIN)));
    return Command.searchAttributes(JudgementFilter.of(attributes));
  }

  private static JsonNode input(Payloads payloads, Class<?> type, DataConverter converter) {
    return payloads.getPayloadsList().stream()
        .map(payload -> JudgementFilter.of(payload, type, converter))
        .findFirst()
        .orElseGet(JsonNodeFactory.instance::missingNode);
  }
}
