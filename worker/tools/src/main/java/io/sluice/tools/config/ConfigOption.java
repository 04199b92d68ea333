package io.sluice.tools.config;

import static picocli.CommandLine.Model.CommandSpec;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Holds the option {@code --config}; a command that has it also heeds the environment. */
public final class ConfigOption {
  static final String VARIABLE = "SLUICE_CONFIG";
  private static final String NAME = "--config";

  @Option(
      names = NAME,
      paramLabel = "FILE",
      description =
          "YAML file of settings, see docs/configuration.md. An option counts more, then the"
              + " environment. Default: $SLUICE_CONFIG, else none.")
  private Path file;

  static boolean in(CommandSpec command) {
    return command.findOption(NAME) != null;
  }

  /** Returns the file of a command line, or of the environment. */
  static Optional<Path> file(ParseResult parsed, Map<String, String> environment) {
    return Optional.ofNullable(parsed.<Path>matchedOptionValue(NAME, null))
        .or(() -> ConfigKeys.in(environment, VARIABLE).map(Path::of));
  }
}
