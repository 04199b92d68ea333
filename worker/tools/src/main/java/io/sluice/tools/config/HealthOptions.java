package io.sluice.tools.config;

import io.sluice.process.SluiceProcess;
import io.sluice.tools.option.DurationConverter;
import io.sluice.tools.option.PortConverter;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Holds the options that say where a worker reports its health, and what counts as unhealthy. */
public final class HealthOptions {
  @Option(
      names = "--health-address",
      descriptionKey = "health.address",
      paramLabel = "ADDRESS",
      description =
          "Address of this machine on which /healthz, /readyz and /metrics are served. Default: all.")
  private String address;

  @Option(
      names = "--health-port",
      descriptionKey = "health.port",
      paramLabel = "PORT",
      converter = PortConverter.class,
      description =
          "Port of /healthz, /readyz and /metrics; 0: any free one. Default: ${DEFAULT-VALUE}.",
      defaultValue = "8080")
  private int port;

  @Option(
      names = "--longest-silence",
      descriptionKey = "health.longestSilence",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "How long a watch may say nothing before /readyz says so, and the hub as a whole before"
              + " /healthz does. Default: ${DEFAULT-VALUE}.",
      defaultValue = "3m")
  private Duration longestSilence;

  /** Returns the settings. */
  public SluiceProcess.HealthSettings settings() {
    return new SluiceProcess.HealthSettings(Optional.ofNullable(address), port, longestSilence);
  }
}
