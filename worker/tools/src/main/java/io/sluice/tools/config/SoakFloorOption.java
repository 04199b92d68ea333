package io.sluice.tools.config;

import io.sluice.tools.option.DurationConverter;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Holds the option that sets the least soak of a success. */
public final class SoakFloorOption {
  @Option(
      names = "--soak-floor",
      descriptionKey = "rollouts.soakFloor",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "Least soak of a success, whatever minSuccessTime says. Default: ${DEFAULT-VALUE}.",
      defaultValue = "10s")
  private Duration floor;

  /** Returns the least soak. */
  public Duration floor() {
    return floor;
  }
}
