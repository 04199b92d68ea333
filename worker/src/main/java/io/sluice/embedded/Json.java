package io.sluice.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Turns bytes into trees and back. */
final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static byte[] bytes(JsonNode tree) {
    try {
      return MAPPER.writeValueAsBytes(tree);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads what a client sent. */
  static JsonNode received(byte[] body) {
    try {
      JsonNode tree = MAPPER.readTree(body);
      if (tree.isContainerNode()) {
        return tree;
      }
      throw ApiError.badRequest("the body of the request is neither an object nor a list");
    } catch (IOException e) {
      throw ApiError.badRequest("the body of the request is not JSON: " + e.getMessage());
    }
  }

  /** Reads an object that a client sent. */
  static ObjectNode receivedObject(byte[] body) {
    JsonNode tree = received(body);
    if (!(tree instanceof ObjectNode object)) {
      throw ApiError.badRequest("the body of the request is not an object");
    }
    if (!object.path("metadata").isObject()) {
      object.putObject("metadata");
    }
    return object;
  }

  /** Reads what the store itself wrote. */
  static ObjectNode stored(byte[] bytes) {
    try {
      return (ObjectNode) MAPPER.readTree(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
