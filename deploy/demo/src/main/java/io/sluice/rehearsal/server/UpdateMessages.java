package io.sluice.rehearsal.server;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.protocol.v1.Message;
import io.temporal.api.update.v1.Acceptance;
import io.temporal.api.update.v1.Input;
import io.temporal.api.update.v1.Meta;
import io.temporal.api.update.v1.Request;
import io.temporal.api.update.v1.Response;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Passes updates to the workflow, and enters its answers. One that the workflow refuses leaves no
 * event, as on a server.
 */
final class UpdateMessages {
  private final List<Request> waiting = new ArrayList<>();
  private final Map<String, Long> accepted = new TreeMap<>();
  private int number;

  /** Adds an update for the next workflow task. */
  void add(String name, Payloads arguments) {
    waiting.add(
        Request.newBuilder()
            .setMeta(Meta.newBuilder().setUpdateId("rehearsal-" + ++number))
            .setInput(Input.newBuilder().setName(name).setArgs(arguments))
            .build());
  }

  /**
   * Returns the messages of a workflow task.
   *
   * @param last the last event before the task
   */
  List<Message> take(long last) {
    List<Message> messages =
        waiting.stream()
            .map(
                request ->
                    Message.newBuilder()
                        .setId(request.getMeta().getUpdateId() + "/request")
                        .setProtocolInstanceId(request.getMeta().getUpdateId())
                        .setEventId(last)
                        .setBody(Any.pack(request))
                        .build())
            .toList();
    waiting.clear();
    return messages;
  }

  /** Enters the answer that a command of the workflow names. */
  void enter(Message message, RunHistory history, Instant now) {
    try {
      if (message.getBody().is(Acceptance.class)) {
        accepted(message, message.getBody().unpack(Acceptance.class), history, now);
      } else {
        completed(message.getBody().unpack(Response.class), history, now);
      }
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("no answer to an update: " + message, e);
    }
  }

  private void accepted(Message message, Acceptance answer, RunHistory history, Instant now) {
    String update = message.getProtocolInstanceId();
    accepted.put(
        update,
        history.add(
            now,
            EventType.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED,
            event ->
                event
                    .getWorkflowExecutionUpdateAcceptedEventAttributesBuilder()
                    .setProtocolInstanceId(update)
                    .setAcceptedRequestMessageId(answer.getAcceptedRequestMessageId())
                    .setAcceptedRequestSequencingEventId(
                        answer.getAcceptedRequestSequencingEventId())
                    .setAcceptedRequest(answer.getAcceptedRequest())));
  }

  private void completed(Response answer, RunHistory history, Instant now) {
    history.add(
        now,
        EventType.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_COMPLETED,
        event ->
            event
                .getWorkflowExecutionUpdateCompletedEventAttributesBuilder()
                .setMeta(answer.getMeta())
                .setAcceptedEventId(accepted.get(answer.getMeta().getUpdateId()))
                .setOutcome(answer.getOutcome()));
  }
}
