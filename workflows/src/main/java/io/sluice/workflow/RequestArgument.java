package io.sluice.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.Request;
import io.temporal.common.converter.RawValue;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/**
 * Holds the argument of a user's update or signal as it was read: a request, or what is wrong with
 * it.
 *
 * <p>Temporal drops a signal that it cannot decode, and answers an update with a stack trace. So
 * the argument is decoded here, whatever was sent.
 *
 * @param request present if the argument has the right shape
 * @param problem what is wrong with it, as {@code the argument is "dev", not an object}; empty if
 *     nothing is
 */
record RequestArgument<R>(Optional<R> request, String problem) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_CHARACTERS = 100;

  /** Reads {@code {"by":"ann","comment":"why"}}. */
  static RequestArgument<Request> request(RawValue raw) {
    return read(raw, fields -> new Request(fields.text("by").orElse(""), fields.text("comment")));
  }

  /** Reads {@code {"group":"prod","by":"ann"}}, or {@code {"ungrouped":true,"by":"ann"}}. */
  static RequestArgument<ApprovalRequest> approval(RawValue raw) {
    return read(
        raw,
        fields ->
            new ApprovalRequest(
                fields.text("group").orElse(""),
                fields.flag("ungrouped"),
                fields.text("by").orElse(""),
                fields.text("comment")));
  }

  /** Reads {@code "cluster7"}, or {@code {"cluster":"cluster7"}}. */
  static RequestArgument<String> cluster(RawValue raw) {
    if (raw == null || raw.getPayload().getData().isEmpty()) {
      return wrong("no cluster is named");
    }
    String text = raw.getPayload().getData().toStringUtf8();
    try {
      JsonNode tree = JSON.readTree(text);
      JsonNode name = tree.isObject() ? tree.path("cluster") : tree;
      return name.isTextual()
          ? new RequestArgument<>(Optional.of(name.textValue()), "")
          : wrong("the argument is %s, not the name of a cluster".formatted(cut(text)));
    } catch (IOException notJson) {
      return wrong("the argument is %s, not JSON".formatted(cut(text)));
    }
  }

  private static <R> RequestArgument<R> read(RawValue raw, Function<Fields, R> request) {
    if (raw == null || raw.getPayload().getData().isEmpty()) {
      return wrong("the request is empty");
    }
    String text = raw.getPayload().getData().toStringUtf8();
    try {
      JsonNode tree = JSON.readTree(text);
      return tree.isObject()
          ? new RequestArgument<>(Optional.of(request.apply(new Fields(tree))), "")
          : wrong("the argument is %s, not an object".formatted(cut(tree.toString())));
    } catch (IOException notJson) {
      return wrong("the argument is %s, not JSON".formatted(cut(text)));
    } catch (IllegalArgumentException wrongField) {
      return wrong(wrongField.getMessage());
    }
  }

  private static <R> RequestArgument<R> wrong(String problem) {
    return new RequestArgument<>(Optional.empty(), problem);
  }

  private static String cut(String text) {
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS - 1) + "…";
  }

  private record Fields(JsonNode tree) {
    private Optional<String> text(String name) {
      JsonNode value = tree.path(name);
      if (value.isMissingNode() || value.isNull()) {
        return Optional.empty();
      }
      if (!value.isTextual()) {
        throw new IllegalArgumentException(
            "%s is %s, not a text".formatted(name, cut(value.toString())));
      }
      return Optional.of(value.textValue());
    }

    private boolean flag(String name) {
      JsonNode value = tree.path(name);
      if (!value.isMissingNode() && !value.isNull() && !value.isBoolean()) {
        throw new IllegalArgumentException(
            "%s is %s, not true or false".formatted(name, cut(value.toString())));
      }
      return value.asBoolean(false);
    }
  }
}
