package io.sluice.process.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Chooses the buckets of Temporal's latencies. Its SDK asks for some seventy of them for every
 * latency and every operation, which makes thousands of series. The few latencies by which a worker
 * is sized keep eight, the others their count and sum.
 */
final class TemporalBuckets implements MeterFilter {
  private static final String PREFIX = "temporal_";

  private static final Set<String> WITH_BUCKETS =
      Set.of(
          "temporal_workflow_task_schedule_to_start_latency",
          "temporal_workflow_task_execution_latency",
          "temporal_activity_schedule_to_start_latency",
          "temporal_activity_execution_latency");

  private static final double[] NANOS =
      Stream.of(10, 50, 100, 250, 500, 1_000, 5_000, 10_000)
          .map(Duration::ofMillis)
          .mapToDouble(Duration::toNanos)
          .toArray();

  @Override
  public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig asked) {
    if (!id.getName().startsWith(PREFIX)) {
      return asked;
    }
    DistributionStatisticConfig.Builder few =
        DistributionStatisticConfig.builder().percentilesHistogram(false);
    if (WITH_BUCKETS.contains(id.getName())) {
      few.serviceLevelObjectives(NANOS);
    }
    return few.build().merge(asked);
  }
}
