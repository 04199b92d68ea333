package io.sluice.embedded;

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
    if (patched instanceof ObjectNode object && object.path("metadata").isObject()) {
      return object;
    }
    throw ApiError.invalid(key.kind(), key.name(), "metadata", "Required value");
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
    ArrayNode one = JsonNodeFactory.instance.arrayNode();
    JsonNode result = target;
    for (JsonNode operation : patch) {
      try {
        // The library lets the removal of a missing field pass, which a server does not.
        if (operation.path("op").asText().equals("remove")
            && result.at(operation.path("path").asText()).isMissingNode()) {
          throw new JsonPatchException("remove operation does not apply: path is missing");
        }
        result = JsonPatch.apply(one.removeAll().add(operation), result);
      } catch (JsonPatchException | IllegalArgumentException e) {
        throw ApiError.invalid(key.kind(), key.name(), "patch", String.valueOf(e.getMessage()));
      }
    }
    return result;
  }
}
