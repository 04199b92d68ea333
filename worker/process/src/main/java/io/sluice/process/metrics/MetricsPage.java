package io.sluice.process.metrics;

import static java.util.Objects.requireNonNull;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Writes all metrics of a process in the text format of Prometheus. */
public final class MetricsPage {
  /** The media type of what is written. */
  public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final PrometheusTextFormatWriter WRITER =
      PrometheusTextFormatWriter.builder().build();

  private final ProcessMetrics process;
  private final Supplier<Part> running;
  private final Clock clock;

  /**
   * Holds what a process measures beyond {@link ProcessMetrics}.
   *
   * @param leads whether it leads
   * @param silences by resource how long each watch has received nothing
   * @param unreadable by resource how many objects cannot be read; 0 where all can. It is asked
   *     after the leader
   * @param leader the metrics of a leader; empty where another process leads
   */
  public record Part(
      boolean leads,
      Map<String, Duration> silences,
      Supplier<Map<String, Integer>> unreadable,
      Supplier<List<MetricSnapshot>> leader) {
    /** What a process measures while it waits for its servers. */
    public static final Part NONE = new Part(false, Map.of(), Map::of, List::of);
  }

  /** Writes what is measured of this process, and of what it runs. */
  public MetricsPage(ProcessMetrics process, Supplier<Part> running, Clock clock) {
    this.process = requireNonNull(process, "process is null");
    this.running = requireNonNull(running, "running is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Writes the metrics as they are now. */
  public void write(OutputStream out) throws IOException {
    Part part = running.get();
    List<MetricSnapshot> all = new ArrayList<>(process.snapshots());
    all.add(leads(part));
    all.add(watches(part));
    all.addAll(part.leader().get());
    all.add(unreadable(part.unreadable().get()));
    WRITER.write(out, new MetricSnapshots(all));
  }

  private static GaugeSnapshot leads(Part part) {
    return GaugeSnapshot.builder()
        .name("sluice_leader")
        .help("Whether this process leads: 1 or 0")
        .dataPoint(GaugeDataPointSnapshot.builder().value(part.leads() ? 1 : 0).build())
        .build();
  }

  private static GaugeSnapshot unreadable(Map<String, Integer> numbers) {
    GaugeSnapshot.Builder gauge =
        GaugeSnapshot.builder()
            .name("sluice_unreadable_objects")
            .help("Objects on the hub that cannot be read, or not be measured");
    numbers.forEach(
        (resource, number) ->
            gauge.dataPoint(
                GaugeDataPointSnapshot.builder()
                    .labels(Labels.of("resource", resource))
                    .value(number)
                    .build()));
    return gauge.build();
  }

  private GaugeSnapshot watches(Part part) {
    GaugeSnapshot.Builder gauge =
        GaugeSnapshot.builder()
            .name("sluice_watch_last_event_timestamp_seconds")
            .help("When a watch last received an event or a bookmark, in seconds since 1970");
    Instant now = clock.instant();
    part.silences()
        .forEach(
            (resource, silence) ->
                gauge.dataPoint(
                    GaugeDataPointSnapshot.builder()
                        .labels(Labels.of("resource", resource))
                        .value(now.minus(silence).toEpochMilli() / 1_000.0)
                        .build()));
    return gauge.build();
  }
}
