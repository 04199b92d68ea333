package io.sluice.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import java.util.Optional;

/** Reads the signals and updates of a history. */
final class MessageReader {
  private final DataConverter converter;

  MessageReader(DataConverter converter) {
    this.converter = converter;
  }

  Optional<ReceivedMessage> read(HistoryEvent event) {
    if (event.hasWorkflowExecutionSignaledEventAttributes()) {
      var signal = event.getWorkflowExecutionSignaledEventAttributes();
      return Optional.of(
          new ReceivedMessage(
              RunReader.at(event),
              ReceivedMessage.Kind.SIGNAL,
              signal.getSignalName(),
              signal.getIdentity(),
              signal.getSignalName().equals(PolicyRolloutWorkflow.CLUSTERS_REPORTED)
                  ? Optional.empty()
                  : argument(signal.getInput())));
    }
    if (event.hasWorkflowExecutionUpdateAcceptedEventAttributes()) {
      var request = event.getWorkflowExecutionUpdateAcceptedEventAttributes().getAcceptedRequest();
      return Optional.of(
          new ReceivedMessage(
              RunReader.at(event),
              ReceivedMessage.Kind.UPDATE,
              request.getInput().getName(),
              request.getMeta().getIdentity(),
              argument(request.getInput().getArgs())));
    }
    return Optional.empty();
  }

  /** People send what they like: an argument that cannot be read is none. */
  private Optional<String> argument(Payloads arguments) {
    try {
      return arguments.getPayloadsList().stream()
          .findFirst()
          .map(payload -> converter.fromPayload(payload, JsonNode.class, JsonNode.class))
          .map(JsonNode::toString);
    } catch (DataConverterException notJson) {
      return Optional.empty();
    }
  }
}
