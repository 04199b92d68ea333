package io.sluice.tools.page.view;

import io.sluice.tools.page.markup.Element;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Marks where long words may go on in the next line: after the signs that part a name, such as
 * those of {@code system:serviceaccount:release:approver}. Browsers know hyphens themselves.
 */
final class LongWords {
  private static final Pattern LONG = Pattern.compile("[A-Za-z0-9/:.@_=]{16,}");
  private static final Pattern PART = Pattern.compile("[^/:.@_=]*[/:.@_=]+|[^/:.@_=]+");

  private LongWords() {}

  /** Adds the text to an element. */
  static Element in(Element element, String text) {
    Matcher words = LONG.matcher(text);
    int end = 0;
    while (words.find()) {
      element.text(text.substring(end, words.start()));
      parts(element, words.group());
      end = words.end();
    }
    return end == text.length() && end > 0 ? element : element.text(text.substring(end));
  }

  private static void parts(Element element, String word) {
    Matcher parts = PART.matcher(word);
    while (parts.find()) {
      element.text(parts.group());
      if (parts.end() < word.length()) {
        element.add(Element.of("wbr"));
      }
    }
  }
}
