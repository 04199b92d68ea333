package io.sluice.embedded;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.zjsonpatch.JsonPatch;
import io.fabric8.zjsonpatch.JsonPatchException;

/** Applies merge patches (RFC 7386) and JSON patches (RFC 6902) to copies of trees. */
final class Patch {
  private Patch() {}

  static ObjectNode apply(Key key, ObjectNode current, String mediaType, byte[] body) {
    JsonNode patch = Json.received(body);
    JsonNode patched =
        switch (mediaType) {
          case "application/merge-patch+json" -> merge(current, patch);
          case "application/json-patch+json" -> json(key, current, patch);
          default ->
              throw ApiError.of(
                  415,
                  "the body of the request was in an unknown format - accepted media types include:"
                      + " application/json-patch+json, application/merge-patch+json");
        };
    if (!(patched instanceof ObjectNode object) || !object.path("metadata").isObject()) {
      throw ApiError.invalid(key.kind(), key.name(), "metadata", "Required value");
    }
    // In an update another uid is a conflict; here it would be a change.
    if (object.at("/metadata/uid").isTextual()
        && !object.at("/metadata/uid").equals(current.at("/metadata/uid"))) {
      throw ApiError.invalid(key.kind(), key.name(), "metadata.uid", "field is immutable");
    }
    return object;
  }

  private static JsonNode merge(JsonNode target, JsonNode patch) {
    if (!patch.isObject()) {
      return patch;
    }
    ObjectNode result = target instanceof ObjectNode object ? object.deepCopy() : Json.object();
    patch
        .properties()
        .forEach(
            entry -> {
              if (entry.getValue().isNull()) {
                result.remove(entry.getKey());
              } else {
                JsonNode old = result.path(entry.getKey());
                result.set(entry.getKey(), merge(old, entry.getValue()));
              }
            });
    return result;
  }

  private static JsonNode json(Key key, JsonNode target, JsonNode patch) {
    if (!patch.isArray()) {
      throw ApiError.badRequest("a JSON patch is a list of operations");
    }
    JsonNode result = target;
    for (JsonNode operation : patch) {
      try {
        result = JsonPatch.apply(asTheServerReads(operation, result), result);
      } catch (JsonPatchException | IllegalArgumentException e) {
        throw ApiError.invalid(key.kind(), key.name(), "patch", String.valueOf(e.getMessage()));
      }
    }
    return result;
  }

  /** The library removes and replaces missing fields otherwise than a server does. */
  private static ArrayNode asTheServerReads(JsonNode operation, JsonNode target) {
    JsonPointer path = JsonPointer.compile(operation.path("path").asText());
    ArrayNode list = JsonNodeFactory.instance.arrayNode().add(operation.deepCopy());
    if (!path.matches() && target.at(path).isMissingNode()) {
      String name = operation.path("op").asText();
      if (name.equals("remove")) {
        throw new JsonPatchException(
            "remove operation does not apply: %s is missing".formatted(path));
      }
      if (name.equals("replace") && target.at(path.head()).isObject()) {
        ((ObjectNode) list.get(0)).put("op", "add");
      }
    }
    return list;
  }
}
