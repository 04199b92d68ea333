package io.sluice.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.workflow.payload.Payloads;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import java.util.Set;

/**
 * Reduces a value that a run sends to its judgement, without texts.
 *
 * <p>It is strict: a component counts unless it is named here. What is empty, zero or false is left
 * out, so that a new component is not missed in histories older than it while it is at its default.
 */
final class JudgementFilter {
  /** Texts for people, which may change at any time. */
  private static final Set<String> WORDING =
      Set.of("waitingFor", "message", "because", "label", "m", "next", "what", "SluiceWaitingFor");

  /** Texts of which only the number matters. */
  private static final Set<String> COUNTED = Set.of("breach", "aborted", "warnings", "refusals");

  private static final DataConverter CONVERTER = Payloads.converter();
  private static final ObjectMapper MAPPER = JacksonJsonPayloadConverter.newDefaultObjectMapper();

  private JudgementFilter() {}

  /** Reduces a value that the code sends now; converted and read back, as a recorded one is. */
  static JsonNode of(Object value) {
    return value == null
        ? JsonNodeFactory.instance.missingNode()
        : of(CONVERTER.toPayload(value).orElseThrow(), value.getClass(), CONVERTER);
  }

  /** Reduces a value of a history, as today's code reads it. */
  static JsonNode of(Payload payload, Class<?> type, DataConverter converter) {
    JsonNode whole = MAPPER.valueToTree(converter.fromPayload(payload, type, type));
    return stripped(whole);
  }

  private static JsonNode stripped(JsonNode node) {
    if (node instanceof ArrayNode list) {
      ArrayNode kept = JsonNodeFactory.instance.arrayNode();
      list.forEach(entry -> kept.add(stripped(entry)));
      return kept;
    }
    if (node instanceof ObjectNode fields) {
      return judgedOf(fields);
    }
    return node;
  }

  private static JsonNode judgedOf(ObjectNode fields) {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    for (var field : fields.properties()) {
      JsonNode value =
          COUNTED.contains(field.getKey())
              ? JsonNodeFactory.instance.numberNode(count(field.getValue()))
              : stripped(field.getValue());
      if (!WORDING.contains(field.getKey()) && !atDefault(value)) {
        kept.set(field.getKey(), value);
      }
    }
    return kept;
  }

  private static int count(JsonNode texts) {
    return texts.isArray() ? texts.size() : texts.isNull() ? 0 : 1;
  }

  private static boolean atDefault(JsonNode value) {
    return value.isNull()
        || value.isContainerNode() && value.isEmpty()
        || value.isTextual() && value.textValue().isEmpty()
        || value.isNumber() && value.decimalValue().signum() == 0
        || value.isBoolean() && !value.booleanValue();
  }
}
