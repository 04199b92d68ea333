package io.sluice.tools.request;

import java.util.LinkedHashMap;
import java.util.Map;

/** Changes one field of a spec; all others stay, in their order. */
public final class SpecTree {
  private SpecTree() {}

  /** Returns the spec with another value of the field; null removes it. */
  public static Map<String, Object> with(Map<String, Object> spec, String field, Object value) {
    Map<String, Object> next = new LinkedHashMap<>(spec);
    next.put(field, value);
    return next;
  }

  /** Returns an object of two fields in that order; null removes one. */
  public static Map<String, Object> object(
      String key, Object value, String other, Object otherValue) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put(key, value);
    object.put(other, otherValue);
    return object;
  }
}
