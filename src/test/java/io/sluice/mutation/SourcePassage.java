package io.sluice.mutation;

import java.util.List;
import java.util.regex.MatchResult;
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

  long countIn(SourceMember member) {
    return pattern.matcher(member.text()).results().count();
  }

  long countIn(List<SourceMember> members) {
    return members.stream().mapToLong(this::countIn).sum();
  }

  /** Replaces the passage in the source of the member, where it is first in the member. */
  String replacedIn(String source, SourceMember member, String replacement) {
    MatchResult match = pattern.matcher(member.text()).results().findFirst().orElseThrow();
    return source.substring(0, member.start() + match.start())
        + replacement
        + source.substring(member.start() + match.end());
  }
}
