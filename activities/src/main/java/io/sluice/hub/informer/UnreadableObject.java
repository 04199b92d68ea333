package io.sluice.hub.informer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.Optional;

/**
 * Names an object that cannot be read, whatever its text has below {@code metadata} or after it.
 *
 * @param event the type of the event that shows it; empty: it is in a list
 * @param name empty if not even the name can be read
 * @param version its resourceVersion
 */
record UnreadableObject(String event, String namespace, String name, String version) {
  /** The {@link #key} where the text names none. */
  static final String NO_NAME = "";

  private static final JsonFactory LENIENT =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private static final UnreadableObject NAMELESS = new UnreadableObject("", "", NO_NAME, "");

  /** Reads the name out of the text of an object, or of an event with one. */
  static UnreadableObject of(byte[] text) {
    try (JsonParser json = LENIENT.createParser(text)) {
      json.nextToken();
      return find(json).orElse(NAMELESS);
    } catch (IOException e) {
      return NAMELESS;
    }
  }

  private static Optional<UnreadableObject> find(JsonParser json) throws IOException {
    String event = "";
    for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
      JsonToken value = json.nextToken();
      if (value == JsonToken.START_OBJECT && key.equals("metadata")) {
        return Optional.of(metadata(event, json));
      }
      if (value == JsonToken.VALUE_STRING && key.equals("type")) {
        event = json.getText();
      } else if (value != JsonToken.START_OBJECT || !key.equals("object")) {
        json.skipChildren();
      }
    }
    return Optional.empty();
  }

  private static UnreadableObject metadata(String event, JsonParser json) throws IOException {
    String namespace = "";
    String name = "";
    String version = "";
    for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
      JsonToken value = json.nextToken();
      if (value == JsonToken.VALUE_STRING) {
        switch (key) {
          case "namespace" -> namespace = json.getText();
          case "name" -> name = json.getText();
          case "resourceVersion" -> version = json.getText();
          default -> {}
        }
      }
      json.skipChildren();
    }
    return new UnreadableObject(event, namespace, name, version);
  }

  /** Returns {@code namespace/name}, or {@code name}. */
  String key() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
