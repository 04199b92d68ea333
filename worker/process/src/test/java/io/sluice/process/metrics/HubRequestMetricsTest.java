package io.sluice.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.hub.transport.SentRequest;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class HubRequestMetricsTest {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final HubRequestMetrics metrics = new HubRequestMetrics(registry);

  private void answered(String verb, String resource, int code) {
    metrics.answered(new SentRequest(verb, resource), OptionalInt.of(code), 20_000_000);
  }

  private List<String> samples() {
    return Samples.of(registry.getPrometheusRegistry().scrape().stream().toList());
  }

  @Test
  void requestsAreMeasuredByVerbResourceAndCode() {
    answered("list", "policies", 200);
    answered("list", "policies", 200);
    assertThat(samples())
        .contains(
            "sluice_hub_request_duration_seconds_count{code=\"200\",resource=\"policies\","
                + "verb=\"list\"} 2",
            "sluice_hub_request_duration_seconds_bucket{code=\"200\",resource=\"policies\","
                + "verb=\"list\",le=\"0.005\"} 0",
            "sluice_hub_request_duration_seconds_bucket{code=\"200\",resource=\"policies\","
                + "verb=\"list\",le=\"0.025\"} 2")
        .noneMatch(line -> line.startsWith("sluice_writes"));
  }

  @Test
  void writesAreCountedByWhatBecameOfThem() {
    answered("update", "policies", 200);
    answered("create", "policies", 201);
    answered("update", "policies", 409);
    answered("update", "policies", 422);
    answered("update", "policies", 429);
    answered("update", "policies", 500);
    metrics.answered(new SentRequest("update", "policies"), OptionalInt.empty(), 1);
    assertThat(samples())
        .contains(
            "sluice_writes_total{kind=\"policies\",result=\"written\"} 2.0",
            "sluice_writes_total{kind=\"policies\",result=\"conflict\"} 1.0",
            "sluice_writes_total{kind=\"policies\",result=\"refused\"} 1.0",
            "sluice_writes_total{kind=\"policies\",result=\"error\"} 2.0",
            "sluice_writes_total{kind=\"policies\",result=\"lost\"} 1.0");
  }
}
