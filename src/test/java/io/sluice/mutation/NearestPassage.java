package io.sluice.mutation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;

/** Finds the lines that have most in common with a passage which is not there any more. */
final class NearestPassage {
  private final List<String> wanted;

  NearestPassage(String passage) {
    wanted = JavaTokens.of(passage).stream().map(MatchResult::group).toList();
  }

  /** Returns the lines, or nothing if they had less than half of the passage. */
  Optional<String> in(String text) {
    List<MatchResult> tokens = JavaTokens.of(text);
    int best = wanted.size() / 2;
    Optional<String> lines = Optional.empty();
    for (int from = 0; from < tokens.size(); from++) {
      int to = Math.min(from + wanted.size(), tokens.size());
      int shared = shared(tokens.subList(from, to));
      if (shared > best && wanted.contains(tokens.get(from).group())) {
        best = shared;
        lines = Optional.of(lines(text, tokens.get(from).start(), tokens.get(to - 1).end()));
      }
    }
    return lines;
  }

  private int shared(List<MatchResult> tokens) {
    List<String> left = new ArrayList<>(wanted);
    return (int) tokens.stream().filter(token -> left.remove(token.group())).count();
  }

  private static String lines(String text, int start, int end) {
    int last = text.indexOf('\n', end);
    return text.substring(text.lastIndexOf('\n', start) + 1, last < 0 ? text.length() : last)
        .stripIndent()
        .strip();
  }
}
