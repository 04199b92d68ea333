package io.sluice.rehearsal.server;

import com.google.protobuf.Timestamp;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Holds the events of one run of the workflow. */
final class RunHistory {
  /** From here on a Temporal server suggests that the workflow continues as a new run. */
  private static final int MOST_EVENTS = 4096;

  private static final long MOST_BYTES = 4L * 1024 * 1024;

  private final WorkflowExecution execution;
  private final List<HistoryEvent> events = new ArrayList<>();
  private long bytes;

  RunHistory(WorkflowExecution execution) {
    this.execution = execution;
  }

  WorkflowExecution execution() {
    return execution;
  }

  /** Adds an event; returns its id. */
  long add(Instant at, EventType type, Consumer<HistoryEvent.Builder> attributes) {
    HistoryEvent.Builder event =
        HistoryEvent.newBuilder()
            .setEventId(events.size() + 1L)
            .setEventType(type)
            .setEventTime(timestamp(at));
    attributes.accept(event);
    HistoryEvent added = event.build();
    events.add(added);
    bytes += added.getSerializedSize();
    return added.getEventId();
  }

  static Timestamp timestamp(Instant at) {
    return Timestamp.newBuilder().setSeconds(at.getEpochSecond()).setNanos(at.getNano()).build();
  }

  /** Returns the events after that one; it is 0 for all of them. */
  List<HistoryEvent> after(long event) {
    return events.subList((int) event, events.size());
  }

  long lastEvent() {
    return events.size();
  }

  long bytes() {
    return bytes;
  }

  boolean isLong() {
    return events.size() >= MOST_EVENTS || bytes >= MOST_BYTES;
  }
}
