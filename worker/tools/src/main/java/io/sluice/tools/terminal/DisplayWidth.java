package io.sluice.tools.terminal;

/**
 * Counts the columns that a text takes on a terminal: escape sequences and combining marks take
 * none, characters of East Asian scripts and emoji two.
 */
public final class DisplayWidth {
  private static final char ESCAPE = '\u001b';

  /** First and last code point of the ranges that are two columns wide. */
  private static final int[][] WIDE = {
    {0x1100, 0x115f},
    {0x2e80, 0x303e},
    {0x3041, 0xa4cf},
    {0xac00, 0xd7a3},
    {0xf900, 0xfaff},
    {0xfe30, 0xfe6f},
    {0xff00, 0xff60},
    {0xffe0, 0xffe6},
    {0x1f300, 0x1f64f},
    {0x1f680, 0x1f6ff},
    {0x1f900, 0x1faff},
    {0x20000, 0x3fffd}
  };

  private DisplayWidth() {}

  /** Returns the columns of a text without line breaks. */
  public static int of(String text) {
    int columns = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      if (point == ESCAPE) {
        i = afterSequence(text, i);
      } else {
        columns += of(point);
        i += Character.charCount(point);
      }
    }
    return columns;
  }

  /** Returns the longest beginning of a text that takes at most that many columns. */
  static String cut(String text, int columns) {
    int left = columns;
    int i = 0;
    while (i < text.length() && of(text.codePointAt(i)) <= left) {
      left -= of(text.codePointAt(i));
      i += Character.charCount(text.codePointAt(i));
    }
    return text.substring(0, i);
  }

  private static int of(int point) {
    int type = Character.getType(point);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT
        || type == Character.CONTROL) {
      return 0;
    }
    for (int[] range : WIDE) {
      if (point >= range[0] && point <= range[1]) {
        return 2;
      }
    }
    return 1;
  }

  /** Skips {@code ESC [ ... letter}. */
  private static int afterSequence(String text, int start) {
    int end = start + 1;
    while (end < text.length() && !Character.isLetter(text.charAt(end))) {
      end++;
    }
    return Math.min(end + 1, text.length());
  }
}
