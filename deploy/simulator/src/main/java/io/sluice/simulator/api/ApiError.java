package io.sluice.simulator.api;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Refuses a request with a code and, in its body, a {@code Status} as a Kubernetes API has it. */
final class ApiError extends RuntimeException {
  final int code;
  final transient ObjectNode status;

  ApiError(int code, String reason, String message) {
    super(message);
    this.code = code;
    status =
        JsonNodes.object().put("kind", "Status").put("apiVersion", "v1").put("status", "Failure");
    status.put("message", message).put("reason", reason).put("code", code);
  }

  /** Makes an error about one object, which the message names at {@code %s}. */
  ApiError(int code, String reason, ObjectKey key, String message) {
    this(code, reason, message.formatted(key));
    ObjectNode details = status.putObject("details").put("name", key.name());
    details.put("group", key.kind().group()).put("kind", key.kind().plural());
  }

  static void unless(boolean right, int code, String reason, String message) {
    if (!right) {
      throw new ApiError(code, reason, message);
    }
  }

  static ApiError conflict(ObjectKey key) {
    String why = "the object has been modified; please apply your changes to the latest version";
    String message = "Operation cannot be fulfilled on %s: " + why + " and try again";
    return new ApiError(409, "Conflict", key, message);
  }

  static ApiError expired(long version) {
    return new ApiError(410, "Expired", "too old resource version: " + version);
  }
}
