package io.sluice.tools.dashboard;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.connection.ConnectionFailure;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import java.net.HttpURLConnection;
import java.util.Map;

/** Holds an answer to a page: a code of HTTP, and JSON. */
record ApiAnswer(int code, String json) {
  ApiAnswer {
    requireNonNull(json, "json is null");
  }

  static ApiAnswer failed(int code, String message) {
    return new ApiAnswer(code, HubObjects.json(Map.of("message", message)));
  }

  /** The hub's own reason is passed on: it names the user, and the right that is missing. */
  static ApiAnswer failed(String act, RuntimeException failure) {
    Throwable cause = failure instanceof HubException ? failure.getCause() : failure;
    if (!(cause instanceof KubernetesClientException hub)) {
      return failed(HttpURLConnection.HTTP_BAD_GATEWAY, failure.getMessage());
    }
    if (hub.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
      return failed(
          hub.getCode(),
          "%s: the hub does not allow it (403): %s. Ask its administrator for the right to do this."
              .formatted(act, ConnectionFailure.message(hub)));
    }
    return failed(
        hub.getCode() > 0 ? HttpURLConnection.HTTP_BAD_GATEWAY : HttpURLConnection.HTTP_UNAVAILABLE,
        "%s: %s.".formatted(act, ConnectionFailure.ofHub(hub).reason()));
  }
}
