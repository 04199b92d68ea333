package io.sluice.control.queue;

import static java.util.Objects.requireNonNull;

import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.IntSupplier;

/** Measures how long keys wait in one queue, how long they are processed, and what is retried. */
public final class QueueStatistics {
  private static final double[] BOUNDS = {.005, .025, .1, .5, 1, 5, 30};

  private final Labels labels;
  private final IntSupplier depth;
  private final Histogram waits = histogram();
  private final Histogram work = histogram();
  private final LongAdder retries = new LongAdder();

  QueueStatistics(String queue, IntSupplier depth) {
    this.labels = Labels.of("queue", requireNonNull(queue, "queue is null"));
    this.depth = requireNonNull(depth, "depth is null");
  }

  private static Histogram histogram() {
    return Histogram.builder()
        .name("seconds")
        .classicOnly()
        .classicUpperBounds(BOUNDS)
        .withoutExemplars()
        .build();
  }

  void waited(long nanos) {
    waits.observe(nanos / 1e9);
  }

  void worked(long nanos) {
    work.observe(nanos / 1e9);
  }

  void retried() {
    retries.increment();
  }

  /** Returns the metrics of several queues: one series of each for each queue. */
  public static List<MetricSnapshot> snapshots(Collection<QueueStatistics> queues) {
    GaugeSnapshot.Builder depths =
        GaugeSnapshot.builder().name("sluice_queue_depth").help("Keys that wait in a queue");
    CounterSnapshot.Builder retries =
        CounterSnapshot.builder()
            .name("sluice_queue_retries")
            .help("Keys that failed and are tried again");
    for (QueueStatistics queue : queues) {
      depths.dataPoint(
          GaugeDataPointSnapshot.builder()
              .labels(queue.labels)
              .value(queue.depth.getAsInt())
              .build());
      retries.dataPoint(
          CounterDataPointSnapshot.builder()
              .labels(queue.labels)
              .value(queue.retries.sum())
              .build());
    }
    return List.of(
        depths.build(),
        retries.build(),
        histograms(
            "sluice_queue_wait_seconds", "Time that keys wait in a queue", queues, q -> q.waits),
        histograms(
            "sluice_queue_work_seconds", "Time that keys are processed", queues, q -> q.work));
  }

  private static HistogramSnapshot histograms(
      String name,
      String help,
      Collection<QueueStatistics> queues,
      Function<QueueStatistics, Histogram> which) {
    HistogramSnapshot.Builder all = HistogramSnapshot.builder().name(name).help(help);
    for (QueueStatistics queue : queues) {
      which.apply(queue).collect().getDataPoints().stream()
          .map(
              point ->
                  HistogramDataPointSnapshot.builder()
                      .labels(queue.labels)
                      .classicHistogramBuckets(point.getClassicBuckets())
                      .sum(point.getSum())
                      .build())
          .forEach(all::dataPoint);
    }
    return all.build();
  }
}
