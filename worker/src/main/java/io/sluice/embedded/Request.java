package io.sluice.embedded;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Holds what a client sent: path, query, media type and body. */
record Request(
    String method, String path, Map<String, String> query, String mediaType, byte[] body) {

  static Request of(HttpExchange exchange) throws IOException {
    Map<String, String> query = new HashMap<>();
    String raw = exchange.getRequestURI().getRawQuery();
    for (String part : raw == null ? new String[0] : raw.split("&")) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        String value = part.substring(equals + 1);
        query.put(part.substring(0, equals), URLDecoder.decode(value, StandardCharsets.UTF_8));
      }
    }
    String type =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Content-Type")).orElse("");
    return new Request(
        exchange.getRequestMethod(),
        exchange.getRequestURI().getPath(),
        query,
        type.split(";")[0].trim(),
        exchange.getRequestBody().readAllBytes());
  }

  String parameter(String name) {
    return query.getOrDefault(name, "");
  }

  boolean asks(String name) {
    return parameter(name).equals("true") || parameter(name).equals("1");
  }

  long number(String name, long otherwise) {
    String value = parameter(name);
    try {
      return value.isEmpty() ? otherwise : Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw ApiError.badRequest("%s is not a number: %s".formatted(name, value));
    }
  }
}
