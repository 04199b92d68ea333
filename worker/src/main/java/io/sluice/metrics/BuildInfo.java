package io.sluice.metrics;

import static java.util.Objects.requireNonNullElse;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Exports which build runs: {@code sluice_build_info}. */
record BuildInfo(String version, String java) implements MeterBinder {
  /** Reads the manifest of the jar; classes outside a jar have no version. */
  static BuildInfo ofJar() {
    return new BuildInfo(
        requireNonNullElse(BuildInfo.class.getPackage().getImplementationVersion(), "unpackaged"),
        System.getProperty("java.version"));
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("sluice.build.info", () -> 1)
        .description("Which version of Sluice runs, on which Java; always 1")
        .tags("version", version, "java", java)
        .register(registry);
  }
}
