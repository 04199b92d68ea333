package io.sluice.control.notification;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads metrics as a map: {@code name format} to the value. */
final class NoticeMetricValues {
  private NoticeMetricValues() {}

  static Map<String, Double> of(List<MetricSnapshot> snapshots) {
    Map<String, Double> values = new TreeMap<>();
    for (MetricSnapshot snapshot : snapshots) {
      String name = snapshot.getMetadata().getName();
      if (snapshot instanceof CounterSnapshot counter) {
        counter
            .getDataPoints()
            .forEach(
                point ->
                    values.put(name + " " + point.getLabels().get("format"), point.getValue()));
      } else if (snapshot instanceof GaugeSnapshot gauge) {
        gauge.getDataPoints().forEach(point -> values.put(name, point.getValue()));
      }
    }
    return values;
  }
}
