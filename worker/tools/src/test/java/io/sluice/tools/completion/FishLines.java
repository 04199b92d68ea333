package io.sluice.tools.completion;

/** Checks lines for fish, where no fish is installed. */
final class FishLines {
  private FishLines() {}

  /** Returns whether every quoted text of the line ends. */
  static boolean balanced(String line) {
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == '\\') {
        i++;
      } else if (line.charAt(i) == '\'') {
        quoted = !quoted;
      }
    }
    return !quoted;
  }
}
