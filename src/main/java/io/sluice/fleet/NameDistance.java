package io.sluice.fleet;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Measures how far names are from one that was mistyped. */
public final class NameDistance {
  private NameDistance() {}

  /** Returns the nearest of these names, nearest first, at most so many. */
  public static List<String> nearest(String name, Collection<String> known, int most) {
    return known.stream()
        .sorted(
            Comparator.<String>comparingInt(each -> between(name, each))
                .thenComparing(ByteOrder.NAMES))
        .limit(most)
        .toList();
  }

  /** Counts the characters that one name has to be changed by to be the other (Levenshtein). */
  public static int between(String from, String to) {
    int[] above = new int[to.length() + 1];
    Arrays.setAll(above, i -> i);
    for (int row = 1; row <= from.length(); row++) {
      int[] line = new int[to.length() + 1];
      line[0] = row;
      for (int i = 1; i <= to.length(); i++) {
        int replaced = above[i - 1] + (from.charAt(row - 1) == to.charAt(i - 1) ? 0 : 1);
        line[i] = Math.min(replaced, Math.min(above[i], line[i - 1]) + 1);
      }
      above = line;
    }
    return above[to.length()];
  }
}
