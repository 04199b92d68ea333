package io.sluice.mutation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Splits Java into words, signs and literals, so that comments and white space do not count. */
final class JavaTokens {
  /** Stands in the text of a type where its members are; no passage contains it. */
  static final char HOLE = '\0';

  private static final String LITERAL =
      "\"{3}[^\"\\\\]*+(?:(?:\\\\.|\"(?!\"\"))[^\"\\\\]*+)*+\"{3}"
          + "|\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\""
          + "|'(?:[^'\\\\\n]|\\\\.)[^'\n]*+'";
  private static final Pattern COMMENT =
      Pattern.compile("(?s)" + LITERAL + "|(//[^\n]*+|/\\*.*?\\*/)");
  private static final Pattern TOKEN = Pattern.compile("(?s)" + LITERAL + "|\\w+|[^\\s\0]");
  private static final int DIGITS = 8;

  private JavaTokens() {}

  /** Replaces comments by blanks, so that everything else stays where it is. */
  static String withoutComments(String source) {
    return COMMENT
        .matcher(source)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    match.group(1) == null
                        ? match.group()
                        : match.group().replaceAll("[^\n]", " ")));
  }

  static List<MatchResult> of(String text) {
    return TOKEN.matcher(text).results().toList();
  }

  /** Returns eight digits of SHA-256; a name by itself does not count, so that it may change. */
  static String hash(String text, String name) {
    String tokens =
        of(text).stream()
            .map(MatchResult::group)
            .map(token -> token.equals(name) ? "" : token)
            .collect(Collectors.joining("\n"));
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(tokens.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
