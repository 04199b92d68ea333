package io.sluice.strategy;

import static java.util.stream.Collectors.joining;

import java.util.Collection;
import java.util.Map;

/** Writes a value as JSON, for messages that quote what a person wrote. */
final class JsonLiteral {
  private JsonLiteral() {}

  static String of(Object value) {
    if (value instanceof Map<?, ?> object) {
      return object.entrySet().stream()
          .map(entry -> quoted(String.valueOf(entry.getKey())) + ":" + of(entry.getValue()))
          .collect(joining(",", "{", "}"));
    }
    if (value instanceof Collection<?> list) {
      return list.stream().map(JsonLiteral::of).collect(joining(",", "[", "]"));
    }
    boolean bare = value == null || value instanceof Number || value instanceof Boolean;
    return bare ? String.valueOf(value) : quoted(value.toString());
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    text.chars().forEach(c -> json.append(escaped((char) c)));
    return json.append('"').toString();
  }

  private static String escaped(char c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> c < ' ' ? "\\u%04x".formatted((int) c) : String.valueOf(c);
    };
  }
}
