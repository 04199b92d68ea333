package io.sluice.tools.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.sluice.tools.page.model.RolloutName;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RolloutRightsTest {
  private static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");
  private static final RolloutName MINE = new RolloutName("shop", "policy-web");

  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private HttpServer hub;
  private KubernetesClient client;

  /** Grants what concerns namespace shop. */
  @BeforeEach
  void start() throws IOException {
    hub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    hub.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          asked.add(body);
          byte[] answer =
              "{\"kind\":\"SelfSubjectAccessReview\",\"apiVersion\":\"authorization.k8s.io/v1\",\"status\":{\"allowed\":%s}}"
                  .formatted(body.contains("\"shop\""))
                  .getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(201, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    hub.start();
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder(Config.empty())
                    .withMasterUrl("http://127.0.0.1:" + hub.getAddress().getPort())
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .build();
  }

  @AfterEach
  void close() {
    client.close();
    hub.stop(0);
  }

  private RolloutRights rights(Instant now) {
    return new RolloutRights(client, Clock.fixed(now, ZoneOffset.UTC));
  }

  @Test
  void theHubIsAskedForTheRightThatARequestNeeds() {
    RolloutRights rights = rights(NOW);

    assertThat(rights.of(MINE)).isTrue();
    assertThat(rights.of(new RolloutName("policies", "policy-web"))).isFalse();
    assertThat(rights.ofNamespace("shop")).isTrue();
    assertThat(asked)
        .element(0)
        .asString()
        .contains(
            "\"verb\":\"patch\"",
            "\"resource\":\"rollouts\"",
            "\"group\":\"cluster.open-cluster-management.io\"",
            "\"name\":\"policy-web\"");
  }

  @Test
  void anAnswerHoldsForHalfAMinute() {
    RolloutRights rights = rights(NOW);
    rights.of(MINE);
    rights.of(MINE);

    assertThat(List.copyOf(asked)).hasSize(1);
  }

  @Test
  void aHubThatDoesNotAnswerGrantsNothing() {
    hub.stop(0);

    assertThat(rights(NOW).of(MINE)).isFalse();
  }
}
