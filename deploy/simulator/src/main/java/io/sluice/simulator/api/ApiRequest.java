package io.sluice.simulator.api;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds one request: its verb, the object or objects it is about, and what was sent.
 *
 * @param agent the program that sent it, as it names itself
 * @param user as whom it was sent
 */
record ApiRequest(
    String verb,
    ObjectKey key,
    String subresource,
    Map<String, String> query,
    String format,
    JsonNode body,
    String agent,
    RequestUser user) {
  private static final Pattern PATH =
      Pattern.compile(
          "(?<root>/api/v1|/apis/[^/]+/[^/]+)(/namespaces/(?<namespace>[^/]+))?"
              + "/(?<plural>(?!status)[^/]+)(/(?<name>[^/]+)(/(?<subresource>status))?)?");
  private static final String FIELDS = "(\\s*metadata\\.name(space)?\\s*!?=[^,]*,?)*";

  /** Parses a request; empty when there is nothing at its path. */
  static Optional<ApiRequest> of(HttpExchange exchange) throws IOException {
    byte[] sent = exchange.getRequestBody().readAllBytes();
    Matcher path = PATH.matcher(exchange.getRequestURI().getPath());
    if (!path.matches()) {
      return Optional.empty();
    }
    String method = exchange.getRequestMethod();
    String type = requireNonNullElse(exchange.getRequestHeaders().getFirst("Content-Type"), "");
    String format = type.split(";")[0];
    JsonNode body = sent.length == 0 ? JsonNodes.object() : JsonNodes.read(sent);
    Map<String, String> query =
        query(requireNonNullElse(exchange.getRequestURI().getRawQuery(), ""));
    boolean streams = query.containsKey("sendInitialEvents");
    ApiError.unless(!streams, 422, "Invalid", "unknown here: sendInitialEvents");
    String agent = requireNonNullElse(exchange.getRequestHeaders().getFirst("User-Agent"), "");
    boolean one = path.group("name") != null;
    String verb =
        switch (method) {
          case "GET" -> "true".equals(query.get("watch")) ? "watch" : one ? "get" : "list";
          case "POST" -> one ? method : "create";
          case "PUT" -> "update";
          case "PATCH" -> "patch";
          case "DELETE" -> one ? "delete" : method;
          default -> method;
        };
    boolean known = List.of("create", "update").contains(verb) && "All".equals(query.get("dryRun"));
    ApiError.unless(known || !query.containsKey("dryRun"), 422, "Invalid", "unknown here: dryRun");
    String namespace = requireNonNullElse(path.group("namespace"), "");
    String subresource = requireNonNullElse(path.group("subresource"), "");
    String name =
        one ? path.group("name") : verb.equals("create") ? body.at("/metadata/name").asText() : "";
    return ResourceKind.find(path.group("root"), path.group("plural"))
        .filter(k -> k.namespaced() || namespace.isEmpty())
        .filter(k -> !k.namespaced() || !namespace.isEmpty() || method.equals("GET"))
        .filter(k -> k.hasStatus() || subresource.isEmpty())
        .map(
            k ->
                new ApiRequest(
                    verb,
                    new ObjectKey(k, namespace, name),
                    subresource,
                    query,
                    format,
                    body,
                    agent,
                    RequestUser.of(exchange.getRequestHeaders())));
  }

  private static Map<String, String> query(String raw) {
    Map<String, String> query = new HashMap<>();
    for (String part : raw.split("&")) {
      String[] pair = part.split("=", 2);
      query.put(pair[0], URLDecoder.decode(pair[pair.length - 1], StandardCharsets.UTF_8));
    }
    return query;
  }

  /** Returns whether nothing is to be stored. */
  boolean dryRun() {
    return query.containsKey("dryRun");
  }

  String parameter(String name, String otherwise) {
    return query.getOrDefault(name, otherwise);
  }

  /** Returns the selector of a list or a watch. */
  Predicate<StoredObject> selection() {
    Predicate<Map<String, String>> labels = EqualitySelector.of(parameter("labelSelector", ""));
    String selector = parameter("fieldSelector", "");
    ApiError.unless(selector.matches(FIELDS), 400, "BadRequest", "field label not supported");
    Predicate<Map<String, String>> fields = EqualitySelector.of(selector);
    return object ->
        key.holds(object.key())
            && labels.test(object.labels())
            && fields.test(object.key().fields());
  }
}
