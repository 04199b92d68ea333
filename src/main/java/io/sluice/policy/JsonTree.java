package io.sluice.policy;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads generic trees of any shape: a value that is not the expected map, list or text reads as an
 * empty one.
 *
 * <p>Objects written under older or foreign CRDs may hold anything; reading them must not fail.
 */
public final class JsonTree {
  private JsonTree() {}

  /** Returns a shallow copy of the map, in its order; empty if the value is no map. */
  public static Map<String, Object> map(Object value) {
    Map<String, Object> copy = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, element) -> copy.put(String.valueOf(key), element));
    }
    return copy;
  }

  /** Returns a copy of the map under this key. */
  public static Map<String, Object> map(Map<String, Object> parent, String key) {
    return map(parent.get(key));
  }

  /** Returns a copy of the list under this key. */
  public static List<Object> list(Map<String, Object> parent, String key) {
    return parent.get(key) instanceof Collection<?> list ? new ArrayList<>(list) : List.of();
  }

  /**
   * Returns the maps in the list under this key; other elements read as empty maps, so indexes
   * stay.
   */
  public static List<Map<String, Object>> maps(Map<String, Object> parent, String key) {
    return list(parent, key).stream().map(JsonTree::map).toList();
  }

  /** Returns the texts in the list under this key. */
  public static List<String> texts(Map<String, Object> parent, String key) {
    return list(parent, key).stream()
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .toList();
  }

  /** Returns the text under this key; empty if it is absent, no text, or the empty text. */
  public static Optional<String> text(Map<String, Object> parent, String key) {
    return parent.get(key) instanceof String text && !text.isEmpty()
        ? Optional.of(text)
        : Optional.empty();
  }

  /** Returns the time under this key; empty if it is absent or no time. */
  public static Optional<Instant> instant(Map<String, Object> parent, String key) {
    return text(parent, key).flatMap(JsonTree::instant);
  }

  /** Returns the instant that the text states; empty if it states none. */
  public static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Returns the whole number under this key; 0 when there is none. */
  public static long number(Map<String, Object> parent, String key) {
    return parent.get(key) instanceof Number number ? number.longValue() : 0;
  }

  /**
   * Returns the entries of the map under this key whose values are texts: labels or annotations.
   */
  public static Map<String, String> strings(Map<String, Object> parent, String key) {
    Map<String, String> strings = new LinkedHashMap<>();
    map(parent, key)
        .forEach(
            (name, value) -> {
              if (value instanceof String text) {
                strings.put(name, text);
              }
            });
    return strings;
  }
}
