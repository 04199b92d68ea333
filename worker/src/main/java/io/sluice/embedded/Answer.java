package io.sluice.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Holds what is sent back. */
record Answer(int code, String mediaType, byte[] body) {

  static Answer of(int code, byte[] json) {
    return new Answer(code, "application/json", json);
  }

  static Answer of(int code, JsonNode tree) {
    return of(code, Json.bytes(tree));
  }

  static Answer text(int code, String text) {
    return new Answer(code, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  static Answer of(ApiError error) {
    return of(error.code(), error.status());
  }

  void send(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", mediaType);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
