package io.sluice.text;

/**
 * Replaces what a reader of a text would not see, and would obey: control characters, the marks
 * that turn the direction of writing, line separators and halves of surrogate pairs
 * (policy-propagation 16b).
 *
 * <p>Each becomes {@value #REPLACEMENT}, so that the text keeps its length and shows that something
 * was there. Nothing else is changed: quoting for Markdown or HTML is left to their writers.
 */
public final class PrintableText {
  public static final char REPLACEMENT = '\ufffd';
  private static final String CUT = "…";

  private PrintableText() {}

  /** Returns a text for one line: line breaks and tabs are replaced, too. */
  public static String line(String text) {
    return clean(text, "");
  }

  /**
   * Returns a text for one line, whose end is cut.
   *
   * @param longest in characters, with the mark of the cut
   */
  public static String line(String text, int longest) {
    return line(cut(text, longest));
  }

  /** Returns a text of several lines: line feeds and tabs stay. */
  public static String lines(String text) {
    return clean(text, "\n\t");
  }

  /**
   * Returns a text of several lines, whose end is cut.
   *
   * @param longest in characters, with the mark of the cut
   */
  public static String lines(String text, int longest) {
    return lines(cut(text, longest));
  }

  /** Returns whether a character must not be shown as it is; line breaks and tabs must not. */
  public static boolean hidden(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      // Of the class "format" those that reorder: others join the letters of many scripts.
      case Character.FORMAT ->
          point == 0x061c
              || point == 0x200e
              || point == 0x200f
              || point >= 0x202a && point <= 0x202e
              || point >= 0x2066 && point <= 0x2069
              || point == 0xfeff
              || point >= 0xe0000;
      default -> false;
    };
  }

  private static String cut(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int end = Math.max(0, longest - CUT.length());
    // Half of a pair would be shown as a character that was never there.
    return text.substring(
            0, end > 0 && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end)
        + CUT;
  }

  private static String clean(String text, String kept) {
    StringBuilder clean = null;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      int next = i + Character.charCount(point);
      boolean replaced = hidden(point) && kept.indexOf(point) < 0;
      if (replaced && clean == null) {
        clean = new StringBuilder(text.length()).append(text, 0, i);
      }
      if (clean != null) {
        if (replaced) {
          clean.append(REPLACEMENT);
        } else {
          clean.append(text, i, next);
        }
      }
      i = next;
    }
    return clean == null ? text : clean.toString();
  }
}
