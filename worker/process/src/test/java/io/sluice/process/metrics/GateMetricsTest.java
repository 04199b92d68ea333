package io.sluice.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.sluice.hub.gate.GateState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GateMetricsTest {
  @Test
  void theMetricIsOneOrZeroAndAbsentWhereItIsNotKnown() {
    assertThat(values(Optional.of(new GateState.Closed()))).containsExactly(1.0);
    assertThat(values(Optional.of(new GateState.Open("it is not there", "Install it."))))
        .containsExactly(0.0);
    assertThat(values(Optional.of(new GateState.Unknown("nobody answers", "Look.")))).isEmpty();
    assertThat(values(Optional.empty())).isEmpty();
  }

  private static List<Double> values(Optional<GateState> state) {
    List<MetricSnapshot> metrics = GateMetrics.snapshots(state);
    return metrics.stream()
        .map(GaugeSnapshot.class::cast)
        .flatMap(gauge -> gauge.getDataPoints().stream())
        .map(GaugeSnapshot.GaugeDataPointSnapshot::getValue)
        .toList();
  }
}
