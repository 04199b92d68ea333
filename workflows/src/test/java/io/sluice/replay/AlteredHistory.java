package io.sluice.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.History;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.common.converter.DataConverter;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Alters a golden history in memory, as if the code had given other commands then. */
final class AlteredHistory {
  private static final DataConverter CONVERTER = io.sluice.workflow.payload.Payloads.converter();

  private final History.Builder history;

  private AlteredHistory(History history) {
    this.history = history.toBuilder();
  }

  static AlteredHistory of(String name) {
    return new AlteredHistory(Histories.of(name).getHistory());
  }

  WorkflowExecutionHistory history() {
    return new WorkflowExecutionHistory(history.build());
  }

  /** Alters the input of the last such activity. */
  AlteredHistory activity(String type, Consumer<ObjectNode> change) {
    return last(
        event -> isActivity(event, type),
        event ->
            alter(
                event.getActivityTaskScheduledEventAttributesBuilder().getInputBuilder(), change));
  }

  static boolean isActivity(HistoryEvent event, String type) {
    return event.getActivityTaskScheduledEventAttributes().getActivityType().getName().equals(type);
  }

  AlteredHistory end(EventType type, Consumer<HistoryEvent.Builder> change) {
    return last(event -> event.getEventType() == type, change);
  }

  AlteredHistory last(Predicate<HistoryEvent> which, Consumer<HistoryEvent.Builder> change) {
    for (int place = history.getEventsCount() - 1; place >= 0; place--) {
      if (which.test(history.getEvents(place))) {
        change.accept(history.getEventsBuilder(place));
        return this;
      }
    }
    throw new AssertionError("the history has no such event");
  }

  static void alter(Payloads.Builder payloads, Consumer<ObjectNode> change) {
    ObjectNode value =
        (ObjectNode) CONVERTER.fromPayload(payloads.getPayloads(0), JsonNode.class, JsonNode.class);
    change.accept(value);
    payloads.setPayloads(0, CONVERTER.toPayload(value).orElseThrow());
  }
}
