package io.sluice.rollout.strategy;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.SettingNode.ProblemCollector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Reads a list whose entries have a name each; every problem of an entry names it.
 *
 * <p>What is wrong in one entry hides nothing of another.
 *
 * @param reason of all problems
 * @param kind of the entries, such as {@code window}
 * @param settings what they are settings of, such as {@code a schedule}
 * @param most entries of a list
 * @param fewer what to do where there are more
 * @param isName whether a text may be a name
 * @param names how to write a name
 */
public record NamedEntryReader(
    String reason,
    String kind,
    String settings,
    int most,
    String fewer,
    Predicate<String> isName,
    String names) {
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

  public NamedEntryReader {
    requireNonNull(reason, "reason is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(settings, "settings is null");
    requireNonNull(fewer, "fewer is null");
    requireNonNull(isName, "isName is null");
    requireNonNull(names, "names is null");
  }

  /** Reads entries whose names are DNS labels: in lower case, at most 63 characters. */
  public static NamedEntryReader ofLabels(
      String reason, String kind, String settings, int most, String fewer) {
    return new NamedEntryReader(
        reason,
        kind,
        settings,
        most,
        fewer,
        name -> LABEL.matcher(name).matches(),
        "Write at most 63 lower case letters, digits and hyphens");
  }

  /**
   * Reads the list.
   *
   * @param fields that an entry may have
   * @param read reads an entry that is an object, and reports to it what is wrong; empty if it is
   *     refused
   */
  public <R> List<R> read(
      SettingNode node, Set<String> fields, Function<SettingNode, Optional<R>> read) {
    List<SettingNode> items = node.items().toList();
    if (node.notAList()) {
      node.refuse(reason, "not a list", "List entries with a name each");
    }
    if (items.size() > most) {
      node.report(reason, "has %d entries, more than %d".formatted(items.size(), most), fewer);
    }
    return entries(items, fields, read).stream()
        .flatMap(entry -> entry.reportedTo(node).stream())
        .toList();
  }

  /**
   * Returns of the list the entries with which nothing is wrong, the first {@link #most} at most:
   * for settings of which one that is wrong costs itself alone.
   */
  public <R> List<R> accepted(
      SettingNode node, Set<String> fields, Function<SettingNode, Optional<R>> read) {
    return entries(node.items().toList(), fields, read).stream()
        .filter(entry -> entry.problems().isEmpty())
        .flatMap(entry -> entry.value().stream())
        .limit(most)
        .toList();
  }

  private <R> List<Entry<R>> entries(
      List<SettingNode> items, Set<String> fields, Function<SettingNode, Optional<R>> read) {
    List<Entry<R>> entries = new ArrayList<>();
    Map<String, String> paths = new HashMap<>();
    for (SettingNode item : items) {
      String name = item.child("name").text().filter(isName).orElse("");
      ProblemCollector collector = new ProblemCollector();
      SettingNode entry = new SettingNode(item.path(), item.value(), collector);
      checkName(entry);
      String before = paths.putIfAbsent(name, item.path());
      if (before != null && !name.isEmpty()) {
        entry
            .child("name")
            .refuse(reason, "as is that of %s".formatted(before), "Write another name");
      }
      entry.warnOfUnknownFields(fields, settings);
      Optional<R> value = item.fields().isEmpty() ? Optional.empty() : read.apply(entry);
      String of = name.isEmpty() ? "" : "of %s %s ".formatted(kind, name);
      entries.add(
          new Entry<>(
              value,
              collector.problems().stream()
                  .map(
                      found ->
                          new Problem(reason, found.path(), of + found.wrong(), found.remedy()))
                  .toList(),
              collector.warnings()));
    }
    return entries;
  }

  /** Holds what was read of an entry, and what is wrong with it. */
  private record Entry<R>(Optional<R> value, List<Problem> problems, List<String> warnings) {
    Optional<R> reportedTo(SettingNode node) {
      warnings.forEach(node::warn);
      node.collector().problems().addAll(problems);
      return value;
    }
  }

  private void checkName(SettingNode entry) {
    if (entry.notAnObject() || entry.absent()) {
      entry.refuse(reason, "not an object", "Write its name and the rest below it");
      return;
    }
    SettingNode name = entry.child("name");
    if (name.absent()) {
      entry.report(reason, "has no name", "Give it one, by which it is shown");
    } else if (name.text().filter(isName).isEmpty()) {
      name.refuse(reason, "not a name", names);
    }
  }
}
