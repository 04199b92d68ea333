package io.sluice.tools.request;

import java.util.LinkedHashMap;
import java.util.Map;

/** Changes one field of a spec; all others stay, in their order. */
final class SpecTree {
  private SpecTree() {}

  static Map<String, Object> with(Map<String, Object> spec, String field, Object value) {
    Map<String, Object> next = new LinkedHashMap<>(spec);
    next.put(field, value);
    return next;
  }

  /** Returns an object of two fields, of which the second may be null, which removes it. */
  static Map<String, Object> object(String key, Object value, String other, Object otherValue) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put(key, value);
    object.put(other, otherValue);
    return object;
  }
}
