package io.sluice.cel;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Converts trees of JSON into the types of CEL: 64-bit integers and doubles; null is absent. */
public final class CelTree {
  private CelTree() {}

  /** Converts an object. */
  public static Map<String, Object> of(Map<String, Object> tree) {
    Map<String, Object> converted = new LinkedHashMap<>();
    tree.forEach(
        (field, value) -> {
          if (value != null) {
            converted.put(field, value(value));
          }
        });
    return converted;
  }

  /** Converts an object, a list, or a value in them. */
  public static Object value(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> fields = new LinkedHashMap<>();
      map.forEach((field, each) -> fields.put(String.valueOf(field), each));
      return of(fields);
    }
    if (value instanceof Collection<?> list) {
      return list.stream().filter(Objects::nonNull).map(CelTree::value).toList();
    }
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof BigInteger number) {
      return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number.doubleValue();
    }
    return value instanceof Float || value instanceof BigDecimal
        ? ((Number) value).doubleValue()
        : value;
  }
}
