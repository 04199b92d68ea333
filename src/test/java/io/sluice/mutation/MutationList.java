package io.sluice.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the list of deliberate bugs; the folder's README describes the format of an entry.
 *
 * @param absent rules that this module's code cannot break, with the reason
 */
record MutationList(List<Mutation> mutations, Map<String, String> absent) {
  /** Lines without a blank one between them. */
  static final Pattern BLOCK = Pattern.compile("(?:[^\n]*\\S[^\n]*(?:\n|\\z))++");

  private static final Pattern HEADING =
      Pattern.compile("([FEAILPRGW]\\d+(?:,[FEAILPRGW]\\d+)*) (.+)");

  /** Reads the entries of every {@code .txt} file in the folder. */
  static MutationList in(Path folder) throws IOException {
    MutationList all = new MutationList(new ArrayList<>(), new TreeMap<>());
    for (Path file : files(folder)) {
      MutationList one = parse(file.getFileName().toString(), Files.readString(file));
      all.mutations.addAll(one.mutations);
      all.absent.putAll(one.absent);
    }
    return all;
  }

  /** Lists the files that hold entries. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(path -> path.toString().endsWith(".txt")).sorted().toList();
    }
  }

  static MutationList parse(String name, String text) {
    MutationList list = new MutationList(new ArrayList<>(), new TreeMap<>());
    for (MatchResult block : BLOCK.matcher(text).results().toList()) {
      List<String> lines = block.group().lines().filter(line -> !line.startsWith("#")).toList();
      if (!lines.isEmpty()) {
        list.add(name, lines);
      }
    }
    return list;
  }

  private void add(String name, List<String> lines) {
    Matcher heading = HEADING.matcher(lines.get(0));
    if (!heading.matches()) {
      throw wrong(name, lines.get(0), "is no heading such as \"F4 a soak never ends\"");
    }
    List<String> rules = List.of(heading.group(1).split(","));
    Map<String, String> values = values(name, lines.subList(1, lines.size()));
    String because = values.remove("because");
    if (because != null && values.isEmpty()) {
      rules.forEach(rule -> absent.put(rule, because));
      return;
    }
    if (because != null || !values.containsKey("in") || !values.containsKey("-")) {
      throw wrong(name, lines.get(0), "needs in and -, or because alone");
    }
    mutations.add(
        new Mutation(
            rules,
            heading.group(2),
            place(name, values.get("in")),
            values.get("-"),
            values.getOrDefault("+", ""),
            Optional.ofNullable(values.get("tests")).stream()
                .flatMap(tests -> Stream.of(tests.split(" ")))
                .toList(),
            Integer.parseInt(values.getOrDefault("fails", "1")),
            Optional.ofNullable(values.get("survives"))));
  }

  private static PassagePlace place(String name, String text) {
    try {
      return PassagePlace.parse(text);
    } catch (IllegalArgumentException e) {
      throw wrong(name, "in " + text, "names no place such as \"plan/A.java#start 3f9a1c07\"");
    }
  }

  /** Reads a keyword and its text from each line; the lines of one keyword are joined. */
  private static Map<String, String> values(String name, List<String> lines) {
    Map<String, String> values = new TreeMap<>();
    for (String line : lines) {
      String[] parts = line.split(" ", 2);
      if (!List.of("in", "-", "+", "tests", "fails", "survives", "because").contains(parts[0])) {
        throw wrong(name, line, "begins with no keyword of an entry");
      }
      values.merge(parts[0], parts.length == 1 ? "" : parts[1], (one, next) -> one + "\n" + next);
    }
    return values;
  }

  private static IllegalArgumentException wrong(String name, String line, String why) {
    return new IllegalArgumentException(
        "Cannot read %s: \"%s\" %s. Correct the entry; README.md shows one."
            .formatted(name, line, why));
  }
}
