package io.sluice.replay;

import io.sluice.workflow.payload.PayloadKeys;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.history.v1.ActivityTaskScheduledEventAttributes;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.common.converter.DataConverter;
import io.temporal.payload.codec.PayloadCodec;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads from a history what the surroundings of the run did. */
public final class RecordReader {
  /** What {@code Workflow.sideEffect} found is recorded by the SDK. */
  private static final String SIDE_EFFECT = "SideEffect";

  private final DataConverter converter;
  private final PayloadCodec codec;

  /** Creates one that decrypts with these keys. */
  public RecordReader(PayloadKeys keys) {
    this.converter = io.sluice.workflow.payload.Payloads.converter(keys);
    this.codec = io.sluice.workflow.payload.Payloads.codec(keys);
  }

  /** Reads a history that {@link RunReader} takes. */
  public RunRecord read(WorkflowExecutionHistory history) {
    Map<Long, HistoryEvent> asked = new TreeMap<>();
    Map<Long, HistoryEvent> answered = new TreeMap<>();
    List<RecordedInput> inputs = new ArrayList<>();
    Optional<Instant> canceledAt = Optional.empty();
    boolean refused = false;
    for (HistoryEvent event : history.getEvents()) {
      if (event.hasActivityTaskScheduledEventAttributes()) {
        asked.put(event.getEventId(), event);
      } else if (event.hasWorkflowExecutionCancelRequestedEventAttributes()) {
        canceledAt = Optional.of(RunReader.at(event));
      } else {
        scheduled(event).ifPresent(call -> answered.put(call, event));
        input(event).ifPresent(inputs::add);
        refused |= refuses(event);
      }
    }
    List<RecordedCall> calls = new ArrayList<>();
    asked.forEach((id, event) -> calls.add(call(event, Optional.ofNullable(answered.get(id)))));
    return new RunRecord(calls, inputs, canceledAt, refused);
  }

  /** Returns the event with which a call began that this one ends. */
  private static Optional<Long> scheduled(HistoryEvent event) {
    return switch (event.getEventType()) {
      case EVENT_TYPE_ACTIVITY_TASK_COMPLETED ->
          Optional.of(event.getActivityTaskCompletedEventAttributes().getScheduledEventId());
      case EVENT_TYPE_ACTIVITY_TASK_FAILED ->
          Optional.of(event.getActivityTaskFailedEventAttributes().getScheduledEventId());
      case EVENT_TYPE_ACTIVITY_TASK_TIMED_OUT ->
          Optional.of(event.getActivityTaskTimedOutEventAttributes().getScheduledEventId());
      case EVENT_TYPE_ACTIVITY_TASK_CANCELED ->
          Optional.of(event.getActivityTaskCanceledEventAttributes().getScheduledEventId());
      default -> Optional.empty();
    };
  }

  private RecordedCall call(HistoryEvent event, Optional<HistoryEvent> answered) {
    ActivityTaskScheduledEventAttributes asked = event.getActivityTaskScheduledEventAttributes();
    String activity = asked.getActivityType().getName();
    Method method =
        ActivityMethods.of(activity)
            .orElseThrow(
                () ->
                    new HistoryException(
                        "Cannot read event %d of the history: this build knows no activity %s. Use the build that ran it."
                            .formatted(event.getEventId(), activity)));
    return new RecordedCall(
        activity,
        RunReader.at(event),
        answered.map(RunReader::at),
        converter.fromPayloads(
            0,
            Optional.of(asked.getInput()),
            method.getParameterTypes()[0],
            method.getGenericParameterTypes()[0]),
        answered
            .filter(end -> end.getActivityTaskCompletedEventAttributes().hasResult())
            .map(end -> end.getActivityTaskCompletedEventAttributes().getResult())
            .map(
                result ->
                    converter.fromPayloads(
                        0,
                        Optional.of(result),
                        method.getReturnType(),
                        method.getGenericReturnType())));
  }

  private Optional<RecordedInput> input(HistoryEvent event) {
    if (event.hasWorkflowExecutionSignaledEventAttributes()) {
      var signal = event.getWorkflowExecutionSignaledEventAttributes();
      return Optional.of(
          new RecordedInput(
              RunReader.at(event), false, signal.getSignalName(), decoded(signal.getInput())));
    }
    if (event.hasWorkflowExecutionUpdateAcceptedEventAttributes()) {
      var request =
          event.getWorkflowExecutionUpdateAcceptedEventAttributes().getAcceptedRequest().getInput();
      return Optional.of(
          new RecordedInput(
              RunReader.at(event), true, request.getName(), decoded(request.getArgs())));
    }
    return Optional.empty();
  }

  /** A worker without keys is to read it. */
  private Payloads decoded(Payloads arguments) {
    return Payloads.newBuilder().addAllPayloads(codec.decode(arguments.getPayloadsList())).build();
  }

  private boolean refuses(HistoryEvent event) {
    if (!event.getMarkerRecordedEventAttributes().getMarkerName().equals(SIDE_EFFECT)) {
      return false;
    }
    Payloads data = event.getMarkerRecordedEventAttributes().getDetailsMap().get("data");
    return data != null
        && converter.fromPayloads(0, Optional.of(data), Boolean.class, Boolean.class).equals(false);
  }
}
