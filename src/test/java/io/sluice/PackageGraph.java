package io.sluice;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.summingLong;
import static java.util.stream.Collectors.toList;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Finds the cycles between packages, from the imports of their sources. */
final class PackageGraph {
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?(io\\.sluice(?:\\.[a-z]\\w*)*)\\.[A-Z]");
  private static final String PACKAGE_INFO = "package-info.java";

  private final List<Source> sources = new ArrayList<>();

  /** For each package, the packages that it imports, each with the first file that does. */
  private final Map<String, Map<String, String>> imports = new TreeMap<>();

  private record Source(String packageName, String file, String text) {}

  void add(String packageName, String file, String text) {
    sources.add(new Source(packageName, file, text));
    Map<String, String> imported = imports.computeIfAbsent(packageName, p -> new TreeMap<>());
    IMPORT
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .filter(other -> !other.equals(packageName))
        .forEach(other -> imported.putIfAbsent(other, file));
  }

  /** The shortest cycle through each package, each once, such as {@code a (A.java) -> b -> a}. */
  List<String> cycles() {
    Set<Set<String>> seen = new HashSet<>();
    List<String> cycles = new ArrayList<>();
    for (String start : imports.keySet()) {
      List<String> path = shortestPathBackTo(start);
      if (!path.isEmpty() && seen.add(new TreeSet<>(path))) {
        cycles.add(format(path));
      }
    }
    return cycles;
  }

  private List<String> shortestPathBackTo(String start) {
    Deque<List<String>> open = new ArrayDeque<>(List.of(List.of(start)));
    Set<String> visited = new TreeSet<>();
    while (!open.isEmpty()) {
      List<String> path = open.remove();
      for (String next : imports.getOrDefault(path.get(path.size() - 1), Map.of()).keySet()) {
        if (next.equals(start)) {
          return path;
        }
        if (visited.add(next)) {
          List<String> longer = new ArrayList<>(path);
          longer.add(next);
          open.add(longer);
        }
      }
    }
    return List.of();
  }

  private String format(List<String> path) {
    StringBuilder cycle = new StringBuilder();
    for (int i = 0; i < path.size(); i++) {
      String next = path.get((i + 1) % path.size());
      cycle.append("%s (%s) -> ".formatted(path.get(i), imports.get(path.get(i)).get(next)));
    }
    return cycle + path.get(0);
  }

  /** The packages with more files than that. */
  List<String> largerThan(int most) {
    Map<String, List<String>> files =
        sources.stream()
            .collect(
                groupingBy(Source::packageName, TreeMap::new, mapping(Source::file, toList())));
    return files.entrySet().stream()
        .filter(each -> each.getValue().size() > most)
        .map(each -> "%s has %d files".formatted(each.getKey(), each.getValue().size()))
        .toList();
  }

  /** The packages with more lines than that. */
  List<String> longerThan(long most) {
    Map<String, Long> lines =
        sources.stream()
            .collect(
                groupingBy(
                    Source::packageName,
                    TreeMap::new,
                    summingLong(source -> source.text().lines().count())));
    return lines.entrySet().stream()
        .filter(each -> each.getValue() > most)
        .map(each -> "%s has %d lines".formatted(each.getKey(), each.getValue()))
        .toList();
  }

  /** The files of a package, and of those below it, that import from one of the others. */
  List<String> importers(String packageName, String... others) {
    Pattern forbidden =
        Pattern.compile(
            "(?m)^import (?:static )?(?:%s)\\."
                .formatted(String.join("|", others).replace(".", "\\.")));
    return sources.stream()
        .filter(source -> (source.packageName() + ".").startsWith(packageName + "."))
        .filter(source -> forbidden.matcher(source.text()).find())
        .map(source -> source.packageName() + "." + source.file())
        .toList();
  }

  /** The simple names that stand for more than one type. */
  List<String> namesUsedTwice() {
    Map<String, List<String>> packages =
        sources.stream()
            .filter(source -> !source.file().equals(PACKAGE_INFO))
            .collect(
                groupingBy(Source::file, TreeMap::new, mapping(Source::packageName, toList())));
    return packages.entrySet().stream()
        .filter(each -> each.getValue().size() > 1)
        .map(each -> "%s is in %s".formatted(each.getKey(), each.getValue()))
        .toList();
  }
}
