package io.sluice.cli.course;

import io.sluice.cli.config.ConfigDefaults;
import io.sluice.cli.config.ConfigOption;
import io.sluice.cli.config.TemporalOptions;
import io.sluice.connection.TemporalProfile;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** Holds the options of commands that look back: where Temporal is. */
public final class CourseOptions {
  @Mixin private ConfigOption config;
  @Mixin private TemporalOptions temporal;

  /**
   * Returns how to connect; empty if neither an option, nor the environment, nor temporal.toml
   * names Temporal.
   */
  public Optional<TemporalProfile> profile(CommandSpec command) {
    Map<String, String> environment = ConfigDefaults.environment(command);
    return temporal.named(environment)
        ? Optional.of(temporal.profile(environment))
        : Optional.empty();
  }
}
