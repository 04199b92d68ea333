package io.sluice.process.metrics;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Exports which build runs: {@code sluice_build_info}.
 *
 * @param commit abbreviated; empty if it is not known
 */
public record BuildInfo(String version, String commit) implements MeterBinder {
  public BuildInfo {
    requireNonNull(version, "version is null");
    requireNonNull(commit, "commit is null");
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("sluice.build.info", () -> 1)
        .description("Which version of Sluice runs, of which commit, on which Java; always 1")
        .tags("version", version, "commit", commit, "java", System.getProperty("java.version"))
        .register(registry);
  }
}
