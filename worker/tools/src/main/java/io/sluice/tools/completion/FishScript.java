package io.sluice.tools.completion;

import static java.util.Objects.requireNonNull;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Writes the completion of a command line for fish, which picocli does not write. */
final class FishScript {
  private final CommandLine root;
  private final String name;
  private final List<String> lines = new ArrayList<>();

  FishScript(CommandLine root) {
    this.root = requireNonNull(root, "root is null");
    this.name = root.getCommandName();
  }

  /** Returns the script. */
  String text() {
    lines.add("# Completes %s in fish.".formatted(name));
    lines.add("complete -c %s -f".formatted(name));
    command(root, List.of());
    return String.join("\n", lines) + "\n";
  }

  private void command(CommandLine line, List<String> path) {
    Map<String, CommandLine> children = visible(line);
    String here = condition(path, children);
    children.forEach(
        (child, below) ->
            lines.add(
                "complete -c %s -n %s -a %s -d %s"
                    .formatted(
                        name,
                        quoted(here),
                        child,
                        quoted(first(below.getCommandSpec().usageMessage().description())))));
    line.getCommandSpec().options().stream()
        .filter(option -> !option.hidden())
        .forEach(option -> option(option, here));
    children.forEach(
        (child, below) -> {
          List<String> longer = new ArrayList<>(path);
          longer.add(child);
          command(below, longer);
        });
  }

  private static Map<String, CommandLine> visible(CommandLine line) {
    return line.getSubcommands().entrySet().stream()
        .filter(entry -> !entry.getValue().getCommandSpec().usageMessage().hidden())
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, LinkedHashMap::new));
  }

  /** Holds behind the commands of the path, and before one of the children. */
  private static String condition(List<String> path, Map<String, CommandLine> children) {
    if (path.isEmpty()) {
      return "__fish_use_subcommand";
    }
    String behind =
        path.stream()
            .map("__fish_seen_subcommand_from %s"::formatted)
            .collect(Collectors.joining("; and "));
    return children.isEmpty()
        ? behind
        : behind + "; and not __fish_seen_subcommand_from " + String.join(" ", children.keySet());
  }

  private void option(OptionSpec option, String here) {
    StringBuilder line = new StringBuilder("complete -c %s -n %s".formatted(name, quoted(here)));
    for (String text : option.names()) {
      line.append(text.startsWith("--") ? " -l " : " -s ").append(text.replaceFirst("^--?", ""));
    }
    line.append(argument(option)).append(" -d ").append(quoted(first(option.description())));
    lines.add(line.toString());
  }

  private static String argument(OptionSpec option) {
    if (option.arity().max() == 0 || option.type() == boolean.class) {
      return "";
    }
    if (option.type() == Path.class || option.type() == File.class) {
      return " -rF";
    }
    List<String> candidates = candidates(option.completionCandidates());
    return candidates.isEmpty() ? " -x" : " -xa " + quoted(String.join(" ", candidates));
  }

  private static List<String> candidates(Iterable<String> candidates) {
    return candidates == null
        ? List.of()
        : StreamSupport.stream(candidates.spliterator(), false).toList();
  }

  private static String first(String[] description) {
    String text = description.length == 0 ? "" : description[0];
    int end = text.indexOf(". ");
    return (end < 0 ? text : text.substring(0, end)).replaceAll("[.,;:]$", "");
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
