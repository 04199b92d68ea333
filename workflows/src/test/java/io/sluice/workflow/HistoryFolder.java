package io.sluice.workflow;

import io.sluice.rollout.Rules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Keeps the golden histories: one folder for each rules number, {@code rules-1} and so on.
 *
 * <p>A number is locked by the file {@value #LOCK} in its folder, with a line for each history as
 * {@code sha256sum} writes it. From then on nothing is recorded there, and nothing may change.
 */
final class HistoryFolder {
  static final HistoryFolder COMMITTED = new HistoryFolder(Path.of("src/test/resources/histories"));
  static final String LOCK = "SHA256SUMS";
  private static final String HISTORY = ".json";

  private final Path root;

  HistoryFolder(Path root) {
    this.root = root;
  }

  Path folder(int rules) {
    return root.resolve("rules-" + rules);
  }

  List<Path> histories(int rules) {
    return Files.isDirectory(folder(rules)) ? list(folder(rules)) : List.of();
  }

  boolean locked(int rules) {
    return Files.exists(folder(rules).resolve(LOCK));
  }

  /** Writes one part of a scenario; the first part replaces all recorded parts of it. */
  void record(int rules, String scene, int part, String json) {
    if (locked(rules)) {
      throw new IllegalStateException(
          "Cannot record history %s under rules %d: these are locked, running rollouts rely on them. Raise Rules.CURRENT, and record under the new number."
              .formatted(scene, rules));
    }
    try {
      Files.createDirectories(folder(rules));
      if (part == 0) {
        Pattern parts = Pattern.compile(Pattern.quote(scene) + "-\\d+" + Pattern.quote(HISTORY));
        for (Path former : histories(rules)) {
          if (parts.matcher(former.getFileName().toString()).matches()) {
            Files.delete(former);
          }
        }
      }
      Files.writeString(folder(rules).resolve("%s-%d%s".formatted(scene, part, HISTORY)), json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void lock(int rules) {
    if (locked(rules) || histories(rules).isEmpty()) {
      throw new IllegalStateException(
          "Cannot lock the histories of rules %d: %s."
              .formatted(
                  rules,
                  locked(rules)
                      ? "they are locked already. Record new ones under a new number of Rules"
                      : "there are none. Record them first"));
    }
    String lines =
        sums(rules).entrySet().stream()
            .map(entry -> entry.getValue() + "  " + entry.getKey() + "\n")
            .collect(Collectors.joining());
    try {
      Files.writeString(folder(rules).resolve(LOCK), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Describes each problem with the folder; empty when there is none. */
  List<String> problems(int current) {
    List<String> found = new ArrayList<>();
    for (int rules = Rules.FIRST; rules <= current; rules++) {
      if (histories(rules).isEmpty()) {
        found.add(
            "Cannot replay histories of rules %d: there are none. Record them as docs/testing.md says."
                .formatted(rules));
      }
      if (locked(rules)) {
        found.addAll(changes(rules));
      } else if (rules < current) {
        found.add(
            "Cannot rely on the histories of rules %d: they are not locked, though rules %d are current. Lock them as docs/testing.md says."
                .formatted(rules, current));
      }
    }
    found.addAll(strays(current));
    return found;
  }

  private List<String> changes(int rules) {
    Map<String, String> locked = new TreeMap<>();
    for (String line : lines(folder(rules).resolve(LOCK))) {
      String[] parts = line.split("  ", 2);
      locked.put(parts[1], parts[0]);
    }
    Map<String, String> present = sums(rules);
    return Stream.concat(locked.keySet().stream(), present.keySet().stream())
        .distinct()
        .filter(name -> !locked.getOrDefault(name, "").equals(present.get(name)))
        .map(
            name ->
                "Cannot rely on history rules-%d/%s: it is locked, and was %s. Restore it; a changed judgement needs a new number of Rules."
                    .formatted(
                        rules,
                        name,
                        !present.containsKey(name)
                            ? "dropped"
                            : locked.containsKey(name) ? "changed" : "added"))
        .toList();
  }

  /** Histories that no number up to the current one replays. */
  private List<String> strays(int current) {
    List<Path> replayed = new ArrayList<>();
    for (int rules = Rules.FIRST; rules <= current; rules++) {
      replayed.addAll(histories(rules));
    }
    return list(root).stream()
        .filter(file -> !replayed.contains(file))
        .map(
            file ->
                "Cannot replay history %s: it lies in no folder of rules %d to %d. Move or delete it."
                    .formatted(root.relativize(file), Rules.FIRST, current))
        .toList();
  }

  private Map<String, String> sums(int rules) {
    Map<String, String> sums = new TreeMap<>();
    histories(rules).forEach(file -> sums.put(file.getFileName().toString(), sum(file)));
    return sums;
  }

  private static String sum(Path file) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(HISTORY)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
