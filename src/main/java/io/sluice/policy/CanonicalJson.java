package io.sluice.policy;

import io.sluice.fleet.ByteOrder;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Formats a generic tree as JSON, so that equivalent trees give the same text: keys sorted, numbers
 * in one form, null and empty values left out (policy-propagation 4.3).
 *
 * <p>Inside an {@code objectDefinition} nothing is left out: there an empty map is an explicit
 * value.
 */
public final class CanonicalJson {
  private static final String VERBATIM = "objectDefinition";

  private final StringBuilder out = new StringBuilder();

  private CanonicalJson() {}

  public static String of(Object tree) {
    CanonicalJson writer = new CanonicalJson();
    writer.value(tree, false);
    return writer.out.toString();
  }

  /** Returns whether both trees give the same text; the first difference decides. */
  public static boolean equivalent(Object left, Object right) {
    return same(left, right, false);
  }

  /** The same, but keeps every member: null and empty values are values. */
  public static String verbatim(Object tree) {
    CanonicalJson writer = new CanonicalJson();
    writer.value(tree, true);
    return writer.out.toString();
  }

  /** True for what equality treats as absent: null, and empty maps and lists. */
  static boolean absent(Object value) {
    return value == null
        || value instanceof Map<?, ?> map && map.values().stream().allMatch(CanonicalJson::absent)
        || value instanceof Collection<?> list && list.isEmpty();
  }

  private void value(Object value, boolean verbatim) {
    if (value instanceof Map<?, ?> map) {
      map(map, verbatim);
    } else if (value instanceof Collection<?> list) {
      list(list, verbatim);
    } else if (value instanceof Number number) {
      out.append(number(number));
    } else if (value == null || value instanceof Boolean) {
      out.append(value);
    } else {
      text(value.toString());
    }
  }

  private void map(Map<?, ?> map, boolean verbatim) {
    Map<String, Object> sorted = new TreeMap<>(ByteOrder.NAMES);
    map.forEach(
        (key, value) -> {
          if (verbatim || kept(key, value)) {
            sorted.put(key.toString(), value);
          }
        });
    out.append('{');
    String separator = "";
    for (Map.Entry<String, Object> entry : sorted.entrySet()) {
      out.append(separator);
      text(entry.getKey());
      out.append(':');
      value(entry.getValue(), verbatim || keepsAll(entry.getKey()));
      separator = ",";
    }
    out.append('}');
  }

  private void list(Collection<?> list, boolean verbatim) {
    out.append('[');
    String separator = "";
    for (Object element : list) {
      out.append(separator);
      value(element, verbatim);
      separator = ",";
    }
    out.append(']');
  }

  /** True for a member that is formatted. */
  private static boolean kept(Object key, Object value) {
    return value != null && keepsAll(key) || !absent(value);
  }

  /** True for a member inside of which nothing is left out. */
  private static boolean keepsAll(Object key) {
    return key.equals(VERBATIM);
  }

  private static String number(Number number) {
    BigDecimal exact = new BigDecimal(number.toString());
    return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
  }

  private void text(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  private static boolean same(Object left, Object right, boolean verbatim) {
    if (left == right) {
      return true;
    }
    if (left instanceof Map<?, ?> map && right instanceof Map<?, ?> other) {
      return sameMaps(map, other, verbatim);
    }
    if (left instanceof Collection<?> list && right instanceof Collection<?> other) {
      return sameLists(list, other, verbatim);
    }
    if (left instanceof Number number && right instanceof Number other) {
      return number(number).equals(number(other));
    }
    return quoted(left) && quoted(right)
        ? left.toString().equals(right.toString())
        : Objects.equals(left, right);
  }

  /** True for what is formatted in quotes. */
  private static boolean quoted(Object value) {
    return !(value == null
        || value instanceof Boolean
        || value instanceof Number
        || value instanceof Map
        || value instanceof Collection);
  }

  private static boolean sameMaps(Map<?, ?> left, Map<?, ?> right, boolean verbatim) {
    int kept = 0;
    for (Map.Entry<?, ?> entry : left.entrySet()) {
      Object key = entry.getKey();
      if (verbatim || kept(key, entry.getValue())) {
        kept++;
        boolean same =
            right.containsKey(key)
                && (verbatim || kept(key, right.get(key)))
                && same(entry.getValue(), right.get(key), verbatim || keepsAll(key));
        if (!same) {
          return false;
        }
      }
    }
    return kept
        == right.entrySet().stream()
            .filter(entry -> verbatim || kept(entry.getKey(), entry.getValue()))
            .count();
  }

  private static boolean sameLists(Collection<?> left, Collection<?> right, boolean verbatim) {
    if (left.size() != right.size()) {
      return false;
    }
    Iterator<?> others = right.iterator();
    for (Object element : left) {
      if (!same(element, others.next(), verbatim)) {
        return false;
      }
    }
    return true;
  }
}
