package io.sluice.fleet;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Orders names by the bytes of their UTF-8 form: {@code cluster10} before {@code cluster2}.
 *
 * <p>Every order of names in a rollout uses it (rollout-strategy F2). It differs from {@link
 * String#compareTo} only beyond the basic plane, where UTF-16 puts surrogates before some letters.
 */
public final class ByteOrder {
  /** Names, ascending. */
  public static final Comparator<String> NAMES = ByteOrder::compare;

  private ByteOrder() {}

  /** Returns the names in order: without a sort, where they are in order already. */
  public static List<String> sorted(List<String> names) {
    return sorted(names, Function.identity());
  }

  /** Returns objects in the order of their names, in the same way. */
  public static <T> List<T> sorted(List<T> objects, Function<T, String> name) {
    for (int i = 1; i < objects.size(); i++) {
      if (compare(name.apply(objects.get(i - 1)), name.apply(objects.get(i))) > 0) {
        return objects.stream().sorted(Comparator.comparing(name, NAMES)).toList();
      }
    }
    return List.copyOf(objects);
  }

  private static int compare(String left, String right) {
    int shared = Math.min(left.length(), right.length());
    for (int i = 0; i < shared; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        return rank(a) - rank(b);
      }
    }
    return left.length() - right.length();
  }

  /** Moves surrogates above every other character, where UTF-8 has them. */
  private static int rank(char c) {
    return Character.isSurrogate(c) ? c + 0x10000 : c;
  }
}
