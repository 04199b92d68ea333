package io.sluice.tools.config;

import static java.util.stream.Collectors.toMap;

import io.sluice.connection.TemporalVariables;
import io.sluice.fleet.NameDistance;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Names settings: the key in a file, the variable of the environment, the option. */
public final class ConfigKeys {
  private static final String PREFIX = "SLUICE_";

  /** Their values are never shown. */
  private static final Set<String> SECRET = Set.of("temporal.apiKey");

  private ConfigKeys() {}

  /** Returns the options of a command that have a key, by it. */
  public static SortedMap<String, OptionSpec> of(CommandSpec command) {
    return new TreeMap<>(
        command.options().stream()
            .filter(ConfigKeys::setting)
            .collect(toMap(OptionSpec::descriptionKey, option -> option, (one, same) -> one)));
  }

  /** Of options for help picocli makes a key of its own. */
  private static boolean setting(OptionSpec option) {
    return option.descriptionKey() != null
        && !option.descriptionKey().isEmpty()
        && !option.usageHelp()
        && !option.versionHelp();
  }

  /** Returns those of all commands that read the configuration. */
  public static SortedMap<String, OptionSpec> ofAll(CommandLine top) {
    SortedMap<String, OptionSpec> all = new TreeMap<>();
    top.getSubcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(ConfigOption::in)
        .forEach(command -> of(command).forEach(all::putIfAbsent));
    return all;
  }

  /** Returns the variable of a key: {@code SLUICE_TEMPORAL_ADDRESS} of temporal.address. */
  public static String variable(String key) {
    return PREFIX
        + key.replace('.', '_').replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
  }

  /** Returns the variables of a key, the first one counts: ours, and Temporal's own. */
  public static List<String> variables(String key) {
    return Stream.concat(Stream.of(variable(key)), TemporalVariables.of(key).stream()).toList();
  }

  static boolean ours(String variable) {
    return variable.startsWith(PREFIX);
  }

  static boolean secret(String key) {
    return SECRET.contains(key);
  }

  /** Returns the name that is most like one that does not exist. */
  static String nearest(String name, Collection<String> known) {
    return known.stream()
        .sorted()
        .min(
            (one, other) ->
                Integer.compare(NameDistance.between(name, one), NameDistance.between(name, other)))
        .orElseThrow();
  }

  static Optional<String> in(Map<String, String> environment, String variable) {
    return Optional.ofNullable(environment.get(variable)).filter(text -> !text.isBlank());
  }
}
