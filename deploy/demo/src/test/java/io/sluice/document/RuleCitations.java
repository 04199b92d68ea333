package io.sluice.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the rules that sources cite by number, and those that the page of rules lists. */
final class RuleCitations {
  /** {@code 3}, {@code 16b}, {@code 14.3.1} or {@code F9}. */
  private static final String NUMBER = "(?:\\d+[a-z]?(?:\\.\\d+)*|[AEFI]\\d+)\\b";

  private static final String NAME =
      "(rollout-strategy|policy-propagation|lazy-activation|placement|gate|between-waves)";

  /** A number may have a quoted name, as in {@code 3.2, "Due", and 5}. */
  private static final Pattern CITED =
      Pattern.compile(
          "(?<![\\w-])%1$s (%2$s(?:(?:,? \"[^\"]*\")?(?:, and |, | and | to )%2$s)*)"
              .formatted(NAME, NUMBER));

  private static final Pattern NUMBERS = Pattern.compile("(?<![\\w.])" + NUMBER);
  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");
  private static final Pattern BROKEN_LINE = Pattern.compile("\\s*\n\\s*(?:\\*(?!/)|//)?\\s*");
  private static final Pattern RANGE = Pattern.compile("(\\d+)\\.(\\d+) to \\1\\.(\\d+)");
  private static final Pattern CHAPTER = Pattern.compile("## " + NAME);
  private static final Pattern ROW = Pattern.compile("\\| ([^|]+) \\| (.+) \\|");
  private static final Pattern ITEM = Pattern.compile("- \\*\\*(%s)\\*\\* .*".formatted(NUMBER));

  private RuleCitations() {}

  /** Returns what a Java file cites: {@code rollout-strategy 3.2}. */
  static Set<String> of(String source) {
    Set<String> cited = new TreeSet<>();
    Matcher found = CITED.matcher(BROKEN_LINE.matcher(source).replaceAll(" "));
    while (found.find()) {
      numbers(QUOTED.matcher(found.group(2)).replaceAll(""))
          .forEach(number -> cited.add(found.group(1) + " " + number));
    }
    return cited;
  }

  /** Returns what a page lists in its tables and lists, and the sections that these belong to. */
  static Set<String> listed(String page) {
    Set<String> listed = new TreeSet<>();
    String chapter = "";
    for (String line : page.lines().toList()) {
      Matcher heading = CHAPTER.matcher(line);
      Matcher row = ROW.matcher(line);
      Matcher item = ITEM.matcher(line);
      if (heading.matches()) {
        chapter = heading.group(1);
      } else if (item.matches()) {
        add(listed, chapter, item.group(1));
      } else if (row.matches()) {
        for (String number : sections(row.group(1), row.group(2))) {
          add(listed, chapter, number);
        }
      }
    }
    return listed;
  }

  /** A row about a section may name parts of it: {@code | 3 | pool (3.1) |}. */
  private static List<String> sections(String first, String second) {
    List<String> rows = new ArrayList<>(numbers(first));
    RANGE
        .matcher(first)
        .results()
        .forEach(
            range -> {
              for (int i = Integer.parseInt(range.group(2));
                  i < Integer.parseInt(range.group(3));
                  i++) {
                rows.add(range.group(1) + "." + i);
              }
            });
    List<String> parts =
        numbers(second).stream()
            .filter(number -> rows.stream().anyMatch(row -> number.startsWith(row + ".")))
            .toList();
    rows.addAll(parts);
    return rows;
  }

  private static void add(Set<String> listed, String chapter, String number) {
    for (int end = number.length(); end > 0; end = number.lastIndexOf('.', end - 1)) {
      listed.add(chapter + " " + number.substring(0, end));
    }
  }

  private static List<String> numbers(String text) {
    return NUMBERS.matcher(text).results().map(MatchResult::group).toList();
  }
}
