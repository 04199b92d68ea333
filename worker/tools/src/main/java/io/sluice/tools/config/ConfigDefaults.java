package io.sluice.tools.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Gives picocli the values of options that the command line does not have. */
public final class ConfigDefaults implements IDefaultValueProvider {
  private final Configuration configuration;
  private final boolean needed;

  private ConfigDefaults(Configuration configuration, boolean needed) {
    this.configuration = configuration;
    this.needed = needed;
  }

  /**
   * Lets the command of this command line take values from the environment and its file, if it
   * reads them at all.
   *
   * @param line parses the arguments again when it runs the command
   * @param all the command line with all commands, which is needed only where there are settings
   */
  public static void install(
      CommandLine line,
      Supplier<CommandLine> all,
      Map<String, String> environment,
      String... args) {
    ParseResult parsed = parsed(line, args);
    if (parsed != null && ConfigOption.in(parsed.commandSpec())) {
      boolean needed = needed(parsed);
      Configuration found =
          needed || tried(parsed)
              ? Configuration.of(parsed, () -> ConfigKeys.ofAll(all.get()).keySet(), environment)
              : Configuration.none(parsed, environment);
      parsed.commandSpec().defaultValueProvider(new ConfigDefaults(found, needed));
    }
  }

  private static boolean needed(ParseResult parsed) {
    return !(parsed.commandSpec().userObject() instanceof OptionalConfig command)
        || command.needsConfig(parsed);
  }

  private static boolean tried(ParseResult parsed) {
    return parsed.commandSpec().userObject() instanceof OptionalConfig command
        && command.triesConfig();
  }

  private static ParseResult parsed(CommandLine line, String... args) {
    try {
      ParseResult parsed = line.parseArgs(args);
      while (parsed.hasSubcommand()) {
        parsed = parsed.subcommand();
      }
      return parsed;
    } catch (ParameterException e) {
      // Parsing it again, to run the command, reports what is wrong.
      return null;
    }
  }

  /** Returns what is wrong with the configuration that a command needs: a message each. */
  public static List<String> problems(CommandSpec command) {
    return of(command)
        .filter(defaults -> defaults.needed)
        .map(defaults -> defaults.configuration.problems())
        .orElse(List.of());
  }

  /** Returns what is wrong with a configuration that a command can do without. */
  public static List<String> optionalProblems(CommandSpec command) {
    return of(command)
        .filter(defaults -> !defaults.needed)
        .map(defaults -> defaults.configuration.problems())
        .orElse(List.of());
  }

  /** Returns whether the command stops where its configuration is wrong. */
  public static boolean needed(CommandSpec command) {
    return of(command).filter(defaults -> !defaults.needed).isEmpty();
  }

  /** Returns the environment that a command reads its settings from. */
  public static Map<String, String> environment(CommandSpec command) {
    return of(command)
        .map(defaults -> defaults.configuration.environment())
        .orElseGet(System::getenv);
  }

  static Optional<ConfiguredValue> value(OptionSpec option) {
    return of(option.command()).flatMap(defaults -> defaults.configuration.value(option));
  }

  private static Optional<ConfigDefaults> of(CommandSpec command) {
    return command.defaultValueProvider() instanceof ConfigDefaults defaults
        ? Optional.of(defaults)
        : Optional.empty();
  }

  @Override
  public String defaultValue(ArgSpec argument) {
    return argument instanceof OptionSpec option
        ? configuration.value(option).map(ConfiguredValue::text).orElse(null)
        : null;
  }
}
