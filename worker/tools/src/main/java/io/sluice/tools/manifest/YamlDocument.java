package io.sluice.tools.manifest;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds one document of a file, as kubectl cuts them before it reads any: a fault of one leaves the
 * others.
 *
 * @param before how many lines of the file come before it
 */
record YamlDocument(int before, String text) {
  private static final String SEPARATOR = "---";

  /** Returns the documents of a file. */
  static List<YamlDocument> of(String text) {
    List<YamlDocument> documents = new ArrayList<>();
    int begin = 0;
    int before = 0;
    int line = 0;
    for (int at = 0; at < text.length(); line++) {
      int end = text.indexOf('\n', at) < 0 ? text.length() : text.indexOf('\n', at) + 1;
      if (separates(text, at, end)) {
        documents.add(new YamlDocument(before, text.substring(begin, at)));
        begin = end;
        before = line + 1;
      }
      at = end;
    }
    documents.add(new YamlDocument(before, text.substring(begin)));
    return documents;
  }

  private static boolean separates(String text, int begin, int end) {
    if (!text.startsWith(SEPARATOR, begin)) {
      return false;
    }
    String rest = text.substring(begin + SEPARATOR.length(), end).strip();
    return rest.isEmpty() || rest.startsWith("#");
  }
}
