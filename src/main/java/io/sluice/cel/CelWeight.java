package io.sluice.cel;

import dev.cel.common.values.CelByteString;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Weighs values with all that is in them. A list may have the same list in it twice, and so on: it
 * takes little memory, and who compares or prints it would not come to an end.
 */
final class CelWeight {
  private final Map<Object, Long> known = new IdentityHashMap<>();
  private final long most;
  private long counted;

  /**
   * @param most the weight at which weighing ends
   */
  CelWeight(long most) {
    this.most = most;
  }

  /** Returns how many values were looked at so far. */
  long counted() {
    return counted;
  }

  /** Returns one for a value, and for each in it, and one more for each ten characters. */
  long of(Object value) {
    if (value instanceof CharSequence text) {
      return 1 + text.length() / CelCost.CHARACTERS;
    }
    if (value instanceof CelByteString bytes) {
      return 1 + bytes.size() / CelCost.CHARACTERS;
    }
    if (value instanceof Optional<?> present) {
      return 1 + present.map(this::of).orElse(0L);
    }
    if (value instanceof Collection<?> list) {
      return sum(list, list.stream());
    }
    return value instanceof Map<?, ?> map
        ? sum(
            map, map.entrySet().stream().flatMap(each -> Stream.of(each.getKey(), each.getValue())))
        : 1;
  }

  private long sum(Object whole, Stream<?> parts) {
    Long before = known.get(whole);
    if (before != null) {
      return before;
    }
    long sum = 1;
    for (Object part : (Iterable<Object>) parts.map(Object.class::cast)::iterator) {
      counted++;
      sum += of(part);
      if (sum > most) {
        break;
      }
    }
    known.put(whole, sum);
    return sum;
  }
}
