package io.sluice.tools.option;

/**
 * Counts how many letters were typed wrong: left out, added, replaced, or swapped with the next.
 */
final class EditDistance {
  private EditDistance() {}

  static int of(String one, String other) {
    int[][] distance = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        distance[i][j] = i == 0 || j == 0 ? i + j : least(distance, one, other, i, j);
      }
    }
    return distance[one.length()][other.length()];
  }

  private static int least(int[][] distance, String one, String other, int i, int j) {
    int replaced = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
    int least =
        Math.min(
            distance[i - 1][j - 1] + replaced,
            Math.min(distance[i - 1][j], distance[i][j - 1]) + 1);
    boolean swapped =
        i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1);
    return swapped ? Math.min(least, distance[i - 2][j - 2] + 1) : least;
  }
}
