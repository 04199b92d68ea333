package io.sluice.tools.config;

import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.ValueProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Finds the values of the options that a command line does not have: in the environment, else in
 * the file.
 */
final class Configuration {
  private final ParseResult parsed;
  private final Map<String, String> environment;
  private final SortedMap<String, ConfiguredValue> values = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();

  private Configuration(ParseResult parsed, Map<String, String> environment) {
    this.parsed = parsed;
    this.environment = environment;
  }

  /**
   * Finds them all, and what is wrong with them.
   *
   * @param known the keys of all commands: a file may be written for more than one
   */
  static Configuration of(
      ParseResult parsed, Supplier<Set<String>> known, Map<String, String> environment) {
    Configuration found = new Configuration(parsed, environment);
    Map<String, ConfiguredValue> file = found.file();
    if (!file.isEmpty() || environment.keySet().stream().anyMatch(ConfigKeys::ours)) {
      found.refuseUnknown(file.values(), known.get());
    }
    SortedMap<String, OptionSpec> options = ConfigKeys.of(parsed.commandSpec());
    options.forEach((key, option) -> found.find(option, file).ifPresent(found::add));
    options.values().forEach(found::refuseExcluded);
    return found;
  }

  /** Returns one without settings. */
  static Configuration none(ParseResult parsed, Map<String, String> environment) {
    return new Configuration(parsed, environment);
  }

  Map<String, String> environment() {
    return environment;
  }

  List<String> problems() {
    return List.copyOf(problems);
  }

  /** Returns the value of an option that the command line does not have; empty: its default. */
  Optional<ConfiguredValue> value(OptionSpec option) {
    return Optional.ofNullable(option.descriptionKey()).map(values::get);
  }

  private Map<String, ConfiguredValue> file() {
    Optional<Path> file = ConfigOption.file(parsed, environment);
    if (file.isEmpty()) {
      return Map.of();
    }
    try {
      return ConfigFileReader.read(file.get());
    } catch (CliFailure e) {
      problems.add(e.getMessage());
      return Map.of();
    }
  }

  private void refuseUnknown(Collection<ConfiguredValue> file, Set<String> known) {
    for (ConfiguredValue value : file) {
      if (!known.contains(value.key())) {
        problems.add(
            "Cannot use setting %s of %s: there is none of that name. The nearest is %s."
                .formatted(value.key(), value.source(), ConfigKeys.nearest(value.key(), known)));
      }
    }
    Set<String> variables = new TreeSet<>(known.stream().map(ConfigKeys::variable).toList());
    new TreeSet<>(environment.keySet())
        .stream()
            .filter(name -> ConfigKeys.ours(name) && !variables.contains(name))
            .filter(name -> !ForeignVariables.contain(name, environment.get(name)))
            .forEach(
                name ->
                    problems.add(
                        "Cannot use variable %s of the environment: there is no setting of that name. The nearest is %s."
                            .formatted(name, ConfigKeys.nearest(name, variables))));
  }

  private Optional<ConfiguredValue> find(OptionSpec option, Map<String, ConfiguredValue> file) {
    String key = option.descriptionKey();
    if (parsed.hasMatchedOption(option) || excluded(option)) {
      return Optional.empty();
    }
    return ConfigKeys.variables(key).stream()
        .flatMap(
            variable ->
                ConfigKeys.in(environment, variable).stream()
                    .map(text -> ConfiguredValue.ofVariable(key, text, variable)))
        .findFirst()
        .or(() -> Optional.ofNullable(file.get(key)))
        .filter(value -> valid(option, value));
  }

  /** Whether the command line has another option of its group, of which only one may be set. */
  private boolean excluded(OptionSpec option) {
    return rivals(option).stream().anyMatch(parsed::hasMatchedOption);
  }

  private static List<OptionSpec> rivals(OptionSpec option) {
    if (option.group() == null || !option.group().exclusive()) {
      return List.of();
    }
    return option.group().args().stream()
        .filter(other -> !other.equals(option))
        .filter(ArgSpec::isOption)
        .map(OptionSpec.class::cast)
        .toList();
  }

  private boolean valid(OptionSpec option, ConfiguredValue value) {
    Optional<String> problem = ValueProblem.of(option, value.text());
    problem.ifPresent(
        why ->
            problems.add(
                "Cannot use %s %s of %s: %s"
                    .formatted(value.key(), value.shown(), value.source(), why)));
    return problem.isEmpty();
  }

  private void add(ConfiguredValue value) {
    values.put(value.key(), value);
  }

  /** Of two settings that exclude each other, that of the environment counts. */
  private void refuseExcluded(OptionSpec option) {
    for (OptionSpec rival : rivals(option)) {
      ConfiguredValue value = values.get(option.descriptionKey());
      ConfiguredValue other = values.get(rival.descriptionKey());
      if (value == null || other == null) {
        continue;
      }
      if (value.rank() == other.rank()) {
        problems.add(
            "Cannot use both %s of %s and %s of %s: they exclude each other. Leave one out."
                .formatted(value.key(), value.source(), other.key(), other.source()));
      }
      values.remove((value.rank().compareTo(other.rank()) <= 0 ? other : value).key());
    }
  }
}
