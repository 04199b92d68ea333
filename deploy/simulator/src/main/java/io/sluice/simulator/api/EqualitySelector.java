package io.sluice.simulator.api;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses selectors of labels or fields: {@code a=1,b!=2,c in (3,4),!d}. */
final class EqualitySelector {
  private static final Pattern COMMA_OUTSIDE_PARENTHESES = Pattern.compile(",(?![^(]*\\))");
  private static final Pattern REQUIREMENT =
      Pattern.compile(
          "\\s*(?<not>!?)\\s*(?<key>[\\w./-]+)\\s*((?<operator>==?|!=|\\bin|\\bnotin)\\s*(?<values>[\\w.-]*|\\([\\w.,"
              + " -]*\\)))?\\s*");

  private EqualitySelector() {}

  static Predicate<Map<String, String>> of(String selector) {
    return COMMA_OUTSIDE_PARENTHESES
        .splitAsStream(selector)
        .filter(part -> !selector.isBlank())
        .map(EqualitySelector::requirement)
        .reduce(values -> true, Predicate::and);
  }

  private static Predicate<Map<String, String>> requirement(String part) {
    Matcher m = REQUIREMENT.matcher(part);
    ApiError.unless(m.matches(), 400, "BadRequest", "unable to parse requirement: " + part);
    String key = m.group("key");
    if (m.group("operator") == null) {
      return labels -> labels.containsKey(key) == m.group("not").isEmpty();
    }
    boolean wanted = !List.of("!=", "notin").contains(m.group("operator"));
    List<String> values = List.of(m.group("values").replaceAll("[() ]", "").split(",", -1));
    return labels -> (labels.containsKey(key) && values.contains(labels.get(key))) == wanted;
  }
}
