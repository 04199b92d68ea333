package io.sluice.process.metrics;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.sluice.hub.gate.GateState;
import java.util.List;
import java.util.Optional;

/** Measures whether the gate stands. */
public final class GateMetrics {
  private static final GateState.Cases<Optional<Integer>> VALUE =
      new GateState.Cases<>() {
        @Override
        public Optional<Integer> closed(GateState.Closed state) {
          return Optional.of(1);
        }

        @Override
        public Optional<Integer> open(GateState.Open state) {
          return Optional.of(0);
        }

        @Override
        public Optional<Integer> unknown(GateState.Unknown state) {
          return Optional.empty();
        }
      };

  private GateMetrics() {}

  /** Returns the metric; nothing while it is not known: no alert is to fire for that. */
  public static List<MetricSnapshot> snapshots(Optional<GateState> state) {
    return state.flatMap(each -> each.match(VALUE)).stream()
        .<MetricSnapshot>map(
            value ->
                GaugeSnapshot.builder()
                    .name("sluice_gate_closed")
                    .help("Whether the gate stands that holds staged changes: 1 or 0")
                    .dataPoint(GaugeDataPointSnapshot.builder().value(value).build())
                    .build())
        .toList();
  }
}
