package io.sluice.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads label and field selectors. */
final class Selector {
  private static final Pattern COMMA_OUTSIDE_PARENTHESES = Pattern.compile(",(?![^(]*\\))");
  private static final String KEY = "([A-Za-z0-9][A-Za-z0-9._/-]*)";
  private static final Pattern EXISTS = Pattern.compile("(!?)\\s*" + KEY);
  private static final Pattern SET =
      Pattern.compile(KEY + "\\s+(in|notin)\\s*\\(([A-Za-z0-9._, -]*)\\)");
  private static final Pattern EQUALS = Pattern.compile(KEY + "\\s*(==|=|!=)\\s*([A-Za-z0-9._-]*)");

  private Selector() {}

  /** Those that a request's selectors let through; either may be empty. */
  static Predicate<Stored> of(Kind kind, String labels, String fields) {
    Predicate<Stored> all = object -> true;
    for (String part : parts(labels)) {
      Predicate<Map<String, String>> one = label(part);
      all = all.and(object -> one.test(object.labels()));
    }
    for (String part : parts(fields)) {
      all = all.and(field(kind, part));
    }
    return all;
  }

  private static List<String> parts(String selector) {
    List<String> parts = new ArrayList<>();
    if (!selector.isBlank()) {
      Stream.of(COMMA_OUTSIDE_PARENTHESES.split(selector)).map(String::trim).forEach(parts::add);
    }
    return parts;
  }

  private static Predicate<Map<String, String>> label(String part) {
    Matcher m = EXISTS.matcher(part);
    if (m.matches()) {
      boolean wanted = m.group(1).isEmpty();
      String key = m.group(2);
      return labels -> labels.containsKey(key) == wanted;
    }
    m = SET.matcher(part);
    if (m.matches()) {
      return oneOf(m.group(1), List.of(m.group(3).trim().split("\\s*,\\s*", -1)), m.group(2));
    }
    m = EQUALS.matcher(part);
    if (m.matches()) {
      return oneOf(m.group(1), List.of(m.group(3)), m.group(2));
    }
    throw ApiError.badRequest("unable to parse requirement: '%s'".formatted(part));
  }

  private static Predicate<Map<String, String>> oneOf(
      String key, List<String> values, String operator) {
    Predicate<Map<String, String>> in =
        labels -> labels.containsKey(key) && values.contains(labels.get(key));
    return operator.equals("!=") || operator.equals("notin") ? in.negate() : in;
  }

  private static Predicate<Stored> field(Kind kind, String part) {
    Matcher m = EQUALS.matcher(part);
    if (!m.matches()) {
      throw ApiError.badRequest("invalid selector: '%s'; can't understand it".formatted(part));
    }
    boolean wanted = !m.group(2).equals("!=");
    String value = m.group(3);
    return switch (m.group(1)) {
      case "metadata.name" -> object -> object.key().name().equals(value) == wanted;
      case "metadata.namespace" -> object -> object.key().namespace().equals(value) == wanted;
      default ->
          throw ApiError.badRequest(
              "field label not supported: %s (%s)".formatted(m.group(1), kind.resource()));
    };
  }
}
