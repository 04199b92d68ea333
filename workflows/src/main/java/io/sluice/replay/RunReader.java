package io.sluice.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.rollout.Rules;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.RolloutInput;
import io.sluice.workflow.payload.PayloadKeys;
import io.sluice.workflow.payload.Payloads;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.history.v1.WorkflowExecutionStartedEventAttributes;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads what a history says by itself, and refuses one that this build cannot replay. */
public final class RunReader {
  /** The number of the rules is recorded by the SDK, which encodes nothing. */
  private static final DataConverter PLAIN = DefaultDataConverter.newDefaultInstance();

  private final DataConverter converter;

  /** Creates one that decrypts with these keys. */
  public RunReader(PayloadKeys keys) {
    this(Payloads.converter(keys));
  }

  RunReader(DataConverter converter) {
    this.converter = converter;
  }

  /**
   * Reads one run.
   *
   * @throws HistoryException if it is no history of Sluice, is encrypted with another key, or began
   *     under newer rules
   */
  public RecordedRun read(WorkflowExecutionHistory history) {
    List<HistoryEvent> events = history.getEvents();
    if (events.isEmpty() || !events.get(0).hasWorkflowExecutionStartedEventAttributes()) {
      throw new HistoryException(
          "Cannot replay the history: its first event is no start of a workflow. Give a whole"
              + " history.");
    }
    var started = events.get(0).getWorkflowExecutionStartedEventAttributes();
    String type = started.getWorkflowType().getName();
    if (!type.equals(PolicyRolloutWorkflow.TYPE)) {
      throw new HistoryException(
          "Cannot replay the history: it is of a workflow %s, not %s. Give the history of a rollout."
              .formatted(type, PolicyRolloutWorkflow.TYPE));
    }
    MessageReader messages = new MessageReader(converter);
    RecordedRun run =
        new RecordedRun(
            input(started),
            started.getOriginalExecutionRunId(),
            at(events.get(0)),
            events.stream().flatMap(event -> messages.read(event).stream()).toList(),
            EndReader.read(history.getLastEvent(), converter));
    checkRules(run, events);
    return run;
  }

  private RolloutInput input(WorkflowExecutionStartedEventAttributes started) {
    try {
      return converter.fromPayload(
          started.getInput().getPayloads(0), RolloutInput.class, RolloutInput.class);
    } catch (RuntimeException e) {
      throw new HistoryException(
          "Cannot replay the history: %s. Name the file with the key that encrypted it, if one did, with --payload-key-file."
              .formatted(reason(e)),
          e);
    }
  }

  /** Returns the number of the rules that a run began under; empty before its first task. */
  public static Optional<Integer> rules(WorkflowExecutionHistory history) {
    return rules(history.getEvents());
  }

  private static void checkRules(RecordedRun run, List<HistoryEvent> events) {
    rules(events)
        .filter(rules -> rules > Rules.CURRENT)
        .ifPresent(
            rules -> {
              throw new HistoryException(
                  "Cannot replay %s: it began under rules %d, and this build knows %d to %d. Use a newer build."
                      .formatted(run, rules, Rules.FIRST, Rules.CURRENT));
            });
  }

  private static Optional<Integer> rules(List<HistoryEvent> events) {
    return events.stream()
        .map(event -> event.getMarkerRecordedEventAttributes().getDetailsMap())
        .filter(details -> details.containsKey("changeId") && details.containsKey("version"))
        .filter(
            details ->
                PLAIN
                    .fromPayload(
                        details.get("changeId").getPayloads(0), JsonNode.class, JsonNode.class)
                    .asText()
                    .equals("rules"))
        .map(
            details ->
                PLAIN.fromPayload(
                    details.get("version").getPayloads(0), Integer.class, Integer.class))
        .findFirst();
  }

  static Instant at(HistoryEvent event) {
    return Instant.ofEpochSecond(
        event.getEventTime().getSeconds(), event.getEventTime().getNanos());
  }

  /** Returns what is wrong, of a message that goes on with what to do on a worker. */
  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = String.valueOf(cause.getMessage());
    return message.replaceFirst("^Cannot read a payload: ", "").split("\\.( |$)", 2)[0];
  }
}
