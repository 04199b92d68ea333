package io.sluice.mutation;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds a passage of Java independently of line breaks: white space matters only between two words.
 */
final class SourcePassage {
  private static final Pattern TOKEN = Pattern.compile("\\w+|\\S");

  private final Pattern pattern;

  SourcePassage(String text) {
    List<String> tokens = TOKEN.matcher(text).results().map(MatchResult::group).toList();
    StringBuilder regex = new StringBuilder();
    String former = "";
    for (String token : tokens) {
      if (!former.isEmpty()) {
        regex.append(isWord(former) && isWord(token) ? "\\s+" : "\\s*");
      }
      String quoted = Pattern.quote(token);
      regex.append(isWord(token) ? "(?<!\\w)" + quoted + "(?!\\w)" : quoted);
      former = token;
    }
    pattern = Pattern.compile(regex.toString());
  }

  private static boolean isWord(String token) {
    return token.matches("\\w+");
  }

  long countIn(String source) {
    return pattern.matcher(source).results().count();
  }

  String replacedIn(String source, String replacement) {
    return pattern.matcher(source).replaceFirst(Matcher.quoteReplacement(replacement));
  }
}
