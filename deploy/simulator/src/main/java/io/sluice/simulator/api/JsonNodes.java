package io.sluice.simulator.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.zjsonpatch.CompatibilityFlags;
import io.fabric8.zjsonpatch.JsonPatch;
import io.fabric8.zjsonpatch.JsonPatchException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;

/** Parses and writes trees of JSON, and patches them: by RFC 7386 (merge) or by RFC 6902. */
final class JsonNodes {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** As a Kubernetes API reads operations: a field that is replaced may be missing. */
  private static final EnumSet<CompatibilityFlags> FLAGS =
      EnumSet.of(
          CompatibilityFlags.ALLOW_MISSING_TARGET_OBJECT_ON_REPLACE,
          CompatibilityFlags.FORBID_REMOVE_MISSING_OBJECT);

  private JsonNodes() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static byte[] bytes(Object tree) {
    try {
      return MAPPER.writeValueAsBytes(tree);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode read(byte[] bytes) {
    try {
      return MAPPER.readTree(bytes);
    } catch (IOException e) {
      throw new ApiError(400, "BadRequest", "the body is not JSON: " + e.getMessage());
    }
  }

  static JsonNode patched(JsonNode current, String format, JsonNode patch) {
    boolean list = format.equals("application/json-patch+json");
    boolean known = list || format.equals("application/merge-patch+json");
    ApiError.unless(known, 415, "UnsupportedMediaType", "unknown format of a patch: " + format);
    ApiError.unless(patch.isArray() == list, 400, "BadRequest", "the patch is not " + format);
    if (!list) {
      return merged(current, patch);
    }
    try {
      return JsonPatch.apply(patch, current, FLAGS);
    } catch (JsonPatchException | IllegalArgumentException e) {
      throw new ApiError(422, "Invalid", "the patch does not fit: " + e.getMessage());
    }
  }

  private static JsonNode merged(JsonNode target, JsonNode patch) {
    if (!patch.isObject()) {
      return patch;
    }
    ObjectNode result = target.isObject() ? target.deepCopy() : object();
    patch.forEachEntry(
        (field, value) -> {
          if (value.isNull()) {
            result.remove(field);
          } else {
            result.set(field, merged(result.path(field), value));
          }
        });
    return result;
  }
}
