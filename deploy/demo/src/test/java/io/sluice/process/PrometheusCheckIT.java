package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.sluice.hub.http.AllowedAddresses;
import io.sluice.policy.JsonTree;
import io.sluice.process.metrics.PrometheusServer;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Holds a group while a real alert of a real Prometheus server fires (between-waves 3). */
@Timeout(Patience.TEST)
class PrometheusCheckIT {
  private static final String ALERT =
      """
      groups:
      - name: shop
        rules:
        - alert: ErrorBudgetBurnt
          expr: shop_errors_per_second > 5
      """;

  @TempDir private Path folder;

  private final LocalTestServers servers = new LocalTestServers();
  private volatile int errors = 9;
  private HttpServer shop;

  @BeforeEach
  void open() throws IOException {
    shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    shop.createContext(
        "/metrics",
        exchange -> {
          byte[] body =
              "shop_errors_per_second %d\n".formatted(errors).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    shop.start();
  }

  @AfterEach
  void close() {
    shop.stop(0);
  }

  private PrometheusServer prometheus() throws Exception {
    Files.writeString(folder.resolve("alerts.yml"), ALERT);
    return PrometheusServer.start(
        folder,
        """
        global: {scrape_interval: 1s, evaluation_interval: 1s}
        rule_files: [alerts.yml]
        scrape_configs:
        - job_name: shop
          static_configs: [{targets: ['127.0.0.1:%d']}]
        """
            .formatted(shop.getAddress().getPort()));
  }

  @Test
  void aGroupWaitsWhileAnAlertFires() throws Exception {
    try (PrometheusServer prometheus = prometheus();
        RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1")) {
      fixture
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
          .start(
              RolloutFixture.QUICK.with(
                  settings ->
                      settings.checkAddresses(new AllowedAddresses(List.of(prometheus.url())))));
      fixture.policy(
          "one", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}");
      fixture.awaitPhase(Patience.MOST, "Done");
      Patience.await().until(() -> alerts(prometheus).contains("\"state\":\"firing\""));
      fixture.rollout(
          """
          {checks: [{name: budget, before: [prod], interval: 10s, prometheus: {address: '%s',
            query: 'ALERTS{alertname="ErrorBudgetBurnt", alertstate="firing"} or on() (up{job="shop"} == 1)',
            passed: '!result.exists(r, "alertname" in r.labels)', wait: 'size(result) == 0'}}]}
          """
              .formatted(prometheus.url()));
      fixture.stage("two");

      Map<String, Object> held = fixture.awaitStatus(Patience.MOST, answers("failed"));
      assertThat(String.valueOf(held.get("waitingFor")))
          .startsWith("Waiting for check budget before group prod: it has failed");
      assertThat(fixture.contents()).containsExactly("two", "one");

      errors = 0;
      fixture.awaitPhase(Patience.MOST, "Done");
      assertThat(fixture.contents()).containsExactly("two", "two");
    }
  }

  private static String alerts(PrometheusServer prometheus) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(prometheus.url() + "/api/v1/alerts")).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  /** Of a server that is gone nothing is known: the group waits, and has not failed. */
  @Test
  void aGroupWaitsWhileTheServerIsGone() throws Exception {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1")) {
      String url;
      try (PrometheusServer prometheus = prometheus()) {
        url = prometheus.url();
      }
      fixture
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
          .start(
              RolloutFixture.QUICK.with(
                  settings -> settings.checkAddresses(new AllowedAddresses(List.of(url)))));
      fixture.policy(
          "one", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}");
      fixture.awaitPhase(Patience.MOST, "Done");
      fixture.rollout(
          "{checks: [{name: budget, before: [prod], interval: 10s, prometheus: {address: '%s', query: up, passed: 'true'}}]}"
              .formatted(url));
      fixture.stage("two");

      fixture.awaitStatus(Patience.MOST, answers("wait"));
      assertThat(fixture.contents()).containsExactly("two", "one");
    }
  }

  private static Predicate<Map<String, Object>> answers(String result) {
    return status ->
        JsonTree.maps(status, "checks").stream()
            .anyMatch(check -> result.equals(check.get("result")));
  }
}
