package io.sluice.cel;

import dev.cel.common.values.CelByteString;
import java.util.Collection;
import java.util.List;

/**
 * Computes from the arguments of a call how much it builds and how long it takes, before it does
 * (policy-propagation 16b).
 *
 * <p>These are all functions of CEL and of its strings extension whose result may be larger than an
 * argument, and all that may take longer than their arguments are long. The names are those of
 * CEL's syntax trees.
 */
final class CelCallSize {
  /** What a reference takes in a list, in bytes. */
  static final int REFERENCE = 8;

  private CelCallSize() {}

  /** Returns whether a function is one of these. */
  static boolean limited(String function) {
    return switch (function) {
      case "_+_",
          "replace",
          "join",
          "split",
          "strings.quote",
          "bytes",
          "string",
          "contains",
          "indexOf",
          "lastIndexOf",
          "matches" ->
          true;
      default -> false;
    };
  }

  /** Returns the most that the result takes: characters, bytes, or eight for an element. */
  static long result(String function, List<Object> arguments) {
    Object first = arguments.get(0);
    return switch (function) {
      case "_+_" -> size(first) + size(arguments.get(1));
      case "replace" -> replaced(arguments);
      case "join" -> joined(arguments);
      case "split" -> (long) REFERENCE * parts(length(first), arguments);
      case "strings.quote" -> 2 + 2 * length(first);
      case "string" -> size(first);
      // Three bytes for a character at most; of a pair four for both.
      case "bytes" -> first instanceof CharSequence ? 3 * length(first) : size(first);
      default -> 0;
    };
  }

  /** Returns what the call costs more than its result: the work of a search. */
  static long search(String function, List<Object> arguments) {
    return switch (function) {
      case "replace", "split", "contains", "indexOf", "lastIndexOf" ->
          (1 + length(arguments.get(0)) / CelCost.CHARACTERS)
              * (1 + length(arguments.get(1)) / CelCost.CHARACTERS);
      case "matches" -> matching(length(arguments.get(0)), CelPatternSize.of(arguments.get(1)));
      default -> 0;
    };
  }

  /** A pattern of 200,000 characters took a minute to compile alone: its size counts squared. */
  private static long matching(long length, long pattern) {
    return (1 + length) * pattern / (4 * CelCost.CHARACTERS)
        + pattern * pattern / (CelCost.CHARACTERS * CelCost.CHARACTERS);
  }

  /** Returns characters, bytes, or eight for an element. */
  private static long size(Object value) {
    if (value instanceof CelByteString bytes) {
      return bytes.size();
    }
    return value instanceof Collection<?> list ? (long) REFERENCE * list.size() : length(value);
  }

  private static long length(Object value) {
    return value instanceof CharSequence text ? text.length() : 0;
  }

  private static long replaced(List<Object> arguments) {
    long length = length(arguments.get(0));
    long old = length(arguments.get(1));
    return length + occurrences(arguments, 3) * Math.max(0, length(arguments.get(2)) - old);
  }

  private static long parts(long length, List<Object> arguments) {
    return Math.min(length, occurrences(arguments, 2)) + 1;
  }

  /** How often the second argument is in the first, at most the limit in that place. */
  private static long occurrences(List<Object> arguments, int limit) {
    long count = 0;
    if (arguments.get(0) instanceof String text && arguments.get(1) instanceof String part) {
      if (part.isEmpty()) {
        count = text.length() + 1L;
      } else {
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
          count++;
        }
      }
    }
    return arguments.size() > limit && arguments.get(limit) instanceof Long most && most >= 0
        ? Math.min(count, most)
        : count;
  }

  private static long joined(List<Object> arguments) {
    if (!(arguments.get(0) instanceof Collection<?> parts)) {
      return 0;
    }
    long separator = arguments.size() > 1 ? length(arguments.get(1)) : 0;
    return parts.stream().mapToLong(CelCallSize::length).sum() + separator * parts.size();
  }
}
