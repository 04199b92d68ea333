package io.sluice.process.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.sluice.notification.MessageFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/** Counts what receivers were told, and were not, in one term of leading (between-waves N2). */
public final class NoticeMetrics {
  private static final String FORMAT = "format";

  private final Counter delivered =
      counter("sluice_notifications_delivered", "Notices that a receiver has got");
  private final Counter failed =
      counter("sluice_notifications_failed", "Trials to tell a receiver that failed");
  private final Counter dropped =
      counter("sluice_notifications_dropped", "Notices that were given up after a day");
  private final IntSupplier pending;

  /**
   * Begins a term.
   *
   * @param pending counts what is still to be told, for each receiver
   */
  public NoticeMetrics(IntSupplier pending) {
    this.pending = pending;
    // An alert compares with the value before the first one.
    for (MessageFormat format : MessageFormat.values()) {
      dropped.initLabelValues(format.label());
    }
  }

  private static Counter counter(String name, String help) {
    return Counter.builder().name(name).help(help).labelNames(FORMAT).withoutExemplars().build();
  }

  public void delivered(MessageFormat format) {
    delivered.labelValues(format.label()).inc();
  }

  public void failed(MessageFormat format) {
    failed.labelValues(format.label()).inc();
  }

  /** Counts one; the format is empty if its rule is wrong. */
  public void dropped(Optional<MessageFormat> format) {
    dropped.labelValues(format.map(MessageFormat::label).orElse("")).inc();
  }

  /** Returns the metrics as they are now. */
  public List<MetricSnapshot> snapshots() {
    return List.of(
        delivered.collect(),
        failed.collect(),
        dropped.collect(),
        GaugeSnapshot.builder()
            .name("sluice_notifications_pending")
            .help("Notices that receivers have not got yet")
            .dataPoint(GaugeDataPointSnapshot.builder().value(pending.getAsInt()).build())
            .build());
  }
}
