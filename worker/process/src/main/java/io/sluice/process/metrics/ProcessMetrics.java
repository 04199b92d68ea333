package io.sluice.process.metrics;

import com.uber.m3.tally.RootScopeBuilder;
import com.uber.m3.tally.Scope;
import com.uber.m3.tally.ScopeCloseException;
import com.uber.m3.util.Duration;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.sluice.hub.transport.RequestObserver;
import io.temporal.common.reporter.MicrometerClientStatsReporter;
import java.util.List;

/**
 * Collects what a process measures of itself, leading or not: the JVM, Temporal's SDK and the
 * requests to the hub.
 */
public final class ProcessMetrics implements AutoCloseable {
  private static final double REPORT_SECONDS = 10;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final RequestObserver hub;
  private final Scope temporal;

  private ProcessMetrics(BuildInfo build) {
    registry.config().meterFilter(new TemporalBuckets());
    new ClassLoaderMetrics().bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    collections.bindTo(registry);
    build.bindTo(registry);
    hub = new HubRequestMetrics(registry);
    temporal =
        new RootScopeBuilder()
            .reporter(new MicrometerClientStatsReporter(registry))
            .reportEvery(Duration.ofSeconds(REPORT_SECONDS));
  }

  /** Begins to measure a process of that build. */
  public static ProcessMetrics start(BuildInfo build) {
    return new ProcessMetrics(build);
  }

  /** Returns what measures the requests to the hub. */
  public RequestObserver hub() {
    return hub;
  }

  /** Returns where Temporal's SDK reports its own metrics. */
  public Scope temporal() {
    return temporal;
  }

  /** Returns all metrics as they are now. */
  List<MetricSnapshot> snapshots() {
    return registry.getPrometheusRegistry().scrape().stream().toList();
  }

  @Override
  public void close() {
    try {
      temporal.close();
    } catch (ScopeCloseException e) {
      throw new IllegalStateException("the metrics of Temporal's SDK cannot be closed", e);
    }
    collections.close();
    registry.close();
  }
}
