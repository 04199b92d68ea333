package io.sluice.hub.informer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.policy.Nesting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses JSON to generic trees that take little memory: equal texts are shared, maps are compact.
 *
 * <p>Nothing in such a tree can be changed but the lists.
 */
final class TreeParser {
  /** Longer texts are hardly ever equal: messages, certificates. */
  private static final int LONGEST_SHARED = 64;

  private static final SharedValues<String> TEXTS = new SharedValues<>(1 << 15);
  private static final SharedValues<Map<String, Object>> MAPS = new SharedValues<>(1 << 12);

  private final JsonParser json;
  private final String without;
  private final boolean alike;
  private final boolean cut;

  /** How many levels the value has so far, with the object of which it is a part. */
  private int levels = 1;

  private TreeParser(JsonParser json, String without, boolean alike, boolean cut) {
    this.json = json;
    this.without = without;
    this.alike = alike;
    this.cut = cut;
  }

  /**
   * Parses the value at which the parser stands.
   *
   * @throws IOException also if it is deeper than {@link Nesting} allows
   */
  static Object value(JsonParser json) throws IOException {
    return value(json, "");
  }

  /**
   * Parses the value at which the parser stands.
   *
   * @param without name of fields that are left out, at any depth; empty: none
   */
  static Object value(JsonParser json, String without) throws IOException {
    return new TreeParser(json, without, false, false).value();
  }

  /** Parses the value at which the parser stands, without what is too deep: {@link Nesting}. */
  static Object limited(JsonParser json) throws IOException {
    return new TreeParser(json, "", false, true).value();
  }

  /**
   * Parses the value at which the parser stands, of an object that has many parts in common with
   * others of its kind, as the claims and conditions of clusters: equal maps of texts are shared.
   */
  static Object alike(JsonParser json) throws IOException {
    return new TreeParser(json, "", true, false).value();
  }

  /** Parses those fields of the map at which the parser stands that are no maps and no lists. */
  static Map<String, Object> scalars(JsonParser json) throws IOException {
    LinkedHashMap<String, Object> scalars = new LinkedHashMap<>();
    if (json.currentToken() == JsonToken.START_OBJECT) {
      for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
        if (json.nextToken().isScalarValue()) {
          scalars.put(key, value(json));
        } else {
          json.skipChildren();
        }
      }
    }
    json.skipChildren();
    return CompactMap.of(scalars);
  }

  private Object value() throws IOException {
    switch (json.currentToken()) {
      case START_OBJECT:
      case START_ARRAY:
        return nested(json.currentToken() == JsonToken.START_OBJECT);
      case VALUE_STRING:
        return shared(json.getText());
      case VALUE_NUMBER_INT:
      case VALUE_NUMBER_FLOAT:
        return json.getNumberValue();
      case VALUE_TRUE:
        return Boolean.TRUE;
      case VALUE_FALSE:
        return Boolean.FALSE;
      default:
        return null;
    }
  }

  private Object nested(boolean map) throws IOException {
    levels++;
    try {
      if (levels <= Nesting.MOST) {
        return map ? map() : list();
      }
      if (!cut) {
        throw new IOException(
            "it has more than %d levels of maps and lists in one another".formatted(Nesting.MOST));
      }
      json.skipChildren();
      return map ? Map.of() : List.of();
    } finally {
      levels--;
    }
  }

  private Map<String, Object> map() throws IOException {
    LinkedHashMap<String, Object> map = new LinkedHashMap<>();
    boolean texts = alike;
    for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
      texts &= json.nextToken() == JsonToken.VALUE_STRING;
      if (key.equals(without)) {
        json.skipChildren();
      } else {
        map.put(key, value());
      }
    }
    Map<String, Object> compact = CompactMap.of(map);
    return texts ? MAPS.of(compact) : compact;
  }

  private List<Object> list() throws IOException {
    ArrayList<Object> list = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      list.add(value());
    }
    list.trimToSize();
    return list;
  }

  /** Parses labels or annotations; null where there are none. */
  static Map<String, String> texts(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return null;
    }
    LinkedHashMap<String, String> texts = new LinkedHashMap<>();
    for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
      json.nextToken();
      String text = json.currentToken().isScalarValue() ? json.getValueAsString() : null;
      json.skipChildren();
      texts.put(key, text == null ? null : shared(text));
    }
    return CompactMap.of(texts);
  }

  /** Returns an equal text, of which there may be one already. */
  static String shared(String text) {
    return text.length() > LONGEST_SHARED ? text : TEXTS.of(text);
  }
}
