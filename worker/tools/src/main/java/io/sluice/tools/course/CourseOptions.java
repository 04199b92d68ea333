package io.sluice.tools.course;

import io.sluice.connection.PayloadKeyFile;
import io.sluice.connection.TemporalProfile;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.tools.config.ConfigDefaults;
import io.sluice.tools.config.ConfigOption;
import io.sluice.tools.config.TemporalOptions;
import io.sluice.workflow.payload.PayloadKeys;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Holds the options of commands that look back: where Temporal is. */
public final class CourseOptions {
  @Mixin private ConfigOption config;
  @Mixin private TemporalOptions temporal;

  /** Returns whether a command line names any of them. */
  public static boolean given(ParseResult parsed) {
    return parsed.matchedOptions().stream().anyMatch(CourseOptions::names);
  }

  private static boolean names(OptionSpec option) {
    String key = String.valueOf(option.descriptionKey());
    return key.startsWith("temporal.")
        || key.startsWith("payloads.")
        || option.longestName().equals("--config");
  }

  /**
   * Returns how to connect; without a profile if neither an option, nor the environment, nor
   * temporal.toml names Temporal, or if what would name it is wrong and not needed.
   */
  public TemporalSource source(CommandSpec command) {
    List<String> problems = ConfigDefaults.optionalProblems(command);
    if (!problems.isEmpty()) {
      return TemporalSource.wrong(String.join(" ", problems));
    }
    try {
      return new TemporalSource(profile(command), Optional.empty());
    } catch (IllegalArgumentException e) {
      if (ConfigDefaults.needed(command)) {
        throw e;
      }
      return TemporalSource.wrong(e.getMessage());
    }
  }

  private Optional<TemporalProfile> profile(CommandSpec command) {
    Map<String, String> environment = ConfigDefaults.environment(command);
    return temporal.named(environment)
        ? Optional.of(temporal.profile(environment))
        : Optional.empty();
  }

  /** Returns the name of the hub. */
  public HubName hubName() {
    return temporal.hubName();
  }

  /** Returns the keys for histories that come from files. */
  public PayloadKeys keys() {
    return PayloadKeyFile.read(temporal.payloadKeyFile());
  }
}
