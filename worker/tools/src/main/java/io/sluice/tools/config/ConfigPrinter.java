package io.sluice.tools.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Formats the settings that a command runs with, each with its source: YAML, as in a file. */
public final class ConfigPrinter {
  static final String MASK = "********";

  /** These characters make no text anything else, or end it, in YAML. */
  private static final String PLAIN = "[A-Za-z0-9_./][A-Za-z0-9_./:@+-]*";

  private final ParseResult parsed;
  private final Map<String, String> profile;
  private final List<String> lines = new ArrayList<>();

  private ConfigPrinter(ParseResult parsed, Map<String, String> profile) {
    this.parsed = parsed;
    this.profile = profile;
  }

  /** Holds a text of YAML, and a remark. */
  private record Shown(String text, String remark) {}

  /**
   * Formats a line each.
   *
   * @param profile what {@code temporal.toml} says, by the keys of settings
   */
  public static List<String> lines(CommandSpec command, Map<String, String> profile) {
    ConfigPrinter printer = new ConfigPrinter(command.commandLine().getParseResult(), profile);
    List<String> above = List.of();
    for (OptionSpec option : ConfigKeys.of(command).values()) {
      above = printer.print(option, above);
    }
    return printer.lines;
  }

  /** Prints a setting, below the mappings that it is in; returns their names. */
  private List<String> print(OptionSpec option, List<String> above) {
    List<String> path = List.of(option.descriptionKey().split("\\."));
    List<String> in = path.subList(0, path.size() - 1);
    for (int depth = 0; depth < in.size(); depth++) {
      if (above.size() <= depth || !above.subList(0, depth + 1).equals(in.subList(0, depth + 1))) {
        lines.add("  ".repeat(depth) + in.get(depth) + ":");
      }
    }
    Shown shown = shown(option);
    lines.add(
        "%s%s:%s  # %s"
            .formatted(
                "  ".repeat(in.size()),
                path.get(in.size()),
                shown.text().isEmpty() ? "" : " " + shown.text(),
                shown.remark()));
    return in;
  }

  private Shown shown(OptionSpec option) {
    if (parsed.hasMatchedOption(option)) {
      return shown(option, text(option), "option " + option.longestName());
    }
    Optional<ConfiguredValue> value = ConfigDefaults.value(option);
    if (value.isPresent()) {
      return shown(option, value.get().text(), value.get().source());
    }
    String profiled = profile.get(option.descriptionKey());
    if (profiled != null) {
      return shown(option, profiled, "temporal.toml");
    }
    return option.defaultValue() == null
        ? new Shown("", "not set: " + DefaultText.of(option))
        : shown(option, option.defaultValue(), "default");
  }

  private static String text(OptionSpec option) {
    return option.originalStringValues().isEmpty()
        ? String.valueOf(option.<Object>getValue())
        : String.join(",", option.originalStringValues());
  }

  private static Shown shown(OptionSpec option, String text, String source) {
    if (ConfigKeys.secret(option.descriptionKey())) {
      return new Shown('"' + MASK + '"', source);
    }
    return new Shown(option.isMultiValue() ? list(text) : quoted(text), source);
  }

  private static String list(String text) {
    return "[%s]"
        .formatted(
            String.join(
                ", ", List.of(text.split(",")).stream().map(ConfigPrinter::quoted).toList()));
  }

  private static String quoted(String text) {
    return text.matches(PLAIN)
        ? text
        : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
