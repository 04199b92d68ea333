package io.sluice.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.uber.m3.util.Duration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProcessMetricsTest {
  private final ProcessMetrics metrics = ProcessMetrics.start(new BuildInfo("0.1.0", "a1b2c3d"));

  @AfterEach
  void close() {
    metrics.close();
  }

  private List<String> samples() {
    return Samples.of(metrics.snapshots());
  }

  @Test
  void temporalsLatenciesKeepFewBuckets() {
    metrics
        .temporal()
        .tagged(Map.of("operation", "PollActivityTaskQueue"))
        .timer("temporal_request_latency")
        .record(Duration.ofMillis(20));
    metrics
        .temporal()
        .timer("temporal_activity_schedule_to_start_latency")
        .record(Duration.ofMillis(20));
    assertThat(samples())
        .contains(
            "temporal_request_latency_seconds_count{operation=\"PollActivityTaskQueue\"} 1",
            "temporal_activity_schedule_to_start_latency_seconds_bucket{le=\"0.05\"} 1")
        .noneMatch(line -> line.startsWith("temporal_request_latency_seconds_bucket"))
        .filteredOn(
            line -> line.startsWith("temporal_activity_schedule_to_start_latency_seconds_bucket"))
        .hasSize(9);
  }

  @Test
  void theJvmAndTheBuildAreMeasured() {
    assertThat(samples())
        .anyMatch(
            line ->
                line.startsWith("sluice_build_info{commit=\"a1b2c3d\",java=\"")
                    && line.endsWith(",version=\"0.1.0\"} 1"))
        .anyMatch(line -> line.startsWith("jvm_memory_used_bytes{"))
        .anyMatch(line -> line.startsWith("jvm_gc_"))
        .anyMatch(line -> line.startsWith("jvm_threads_live_threads "))
        .anyMatch(line -> line.startsWith("process_cpu_usage "))
        .hasSizeLessThan(150);
  }

  @Test
  void thePageHasWatchesAndTheLeader() throws IOException {
    Instant now = Instant.parse("2026-02-03T10:00:00Z");
    MetricsPage page =
        new MetricsPage(
            metrics,
            () ->
                new MetricsPage.Part(
                    true,
                    Map.of("policies", java.time.Duration.ofSeconds(90)),
                    () -> Map.of("policies", 2),
                    List::of),
            Clock.fixed(now, ZoneOffset.UTC));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    page.write(out);
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .contains(
            "sluice_leader 1.0",
            "sluice_unreadable_objects{resource=\"policies\"} 2.0",
            "sluice_watch_last_event_timestamp_seconds{resource=\"policies\"} "
                + (now.getEpochSecond() - 90.0));
  }
}
