package io.sluice.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Refuses a request with a code and, in its body, a {@code Status} as a Kubernetes API writes it.
 */
final class ApiError extends RuntimeException {
  private final int code;
  private final transient ObjectNode status;

  private ApiError(int code, String reason, String message) {
    super(message);
    this.code = code;
    status = Json.object().put("kind", "Status").put("apiVersion", "v1");
    status.putObject("metadata");
    status.put("status", "Failure").put("message", message);
    if (!reason.isEmpty()) {
      status.put("reason", reason);
    }
    status.put("code", code);
  }

  int code() {
    return code;
  }

  ObjectNode status() {
    return status;
  }

  static ApiError of(int code, String message) {
    return new ApiError(code, reason(code), message);
  }

  static ApiError badRequest(String message) {
    return of(400, message);
  }

  static ApiError notFound(Kind kind, String name) {
    return of(404, "%s \"%s\" not found".formatted(kind.resource(), name)).about(kind, name);
  }

  static ApiError alreadyExists(Kind kind, String name) {
    String message = "%s \"%s\" already exists".formatted(kind.resource(), name);
    return new ApiError(409, "AlreadyExists", message).about(kind, name);
  }

  static ApiError conflict(Kind kind, String name, String why) {
    return of(
            409,
            "Operation cannot be fulfilled on %s \"%s\": %s".formatted(kind.resource(), name, why))
        .about(kind, name);
  }

  static ApiError stale(Kind kind, String name) {
    return conflict(
        kind,
        name,
        "the object has been modified; please apply your changes to the latest version and try"
            + " again");
  }

  static ApiError forbidden(Kind kind, String name, String why) {
    return of(403, "%s \"%s\" is forbidden: %s".formatted(kind.resource(), name, why))
        .about(kind, name);
  }

  static ApiError invalid(Kind kind, String name, String field, String why) {
    String what = kind.group().isEmpty() ? kind.name() : kind.name() + "." + kind.group();
    ApiError error = of(422, "%s \"%s\" is invalid: %s: %s".formatted(what, name, field, why));
    error.about(kind, name).details().put("kind", kind.name());
    error.details().putArray("causes").addObject().put("message", why).put("field", field);
    return error;
  }

  static ApiError expired(long version, long oldest) {
    return of(410, "too old resource version: %d (%d)".formatted(version, oldest));
  }

  ApiError because(String cause, String message) {
    details().putArray("causes").addObject().put("reason", cause).put("message", message);
    return this;
  }

  private ApiError about(Kind kind, String name) {
    details().put("name", name).put("group", kind.group()).put("kind", kind.plural());
    return this;
  }

  private ObjectNode details() {
    return status.withObject("/details");
  }

  private static String reason(int code) {
    return switch (code) {
      case 400 -> "BadRequest";
      case 403 -> "Forbidden";
      case 404 -> "NotFound";
      case 405 -> "MethodNotAllowed";
      case 409 -> "Conflict";
      case 410 -> "Expired";
      case 415 -> "UnsupportedMediaType";
      case 422 -> "Invalid";
      case 429 -> "TooManyRequests";
      case 503 -> "ServiceUnavailable";
      case 504 -> "Timeout";
      default -> code == 500 ? "InternalError" : "";
    };
  }
}
