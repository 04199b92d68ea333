package io.sluice.hub.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.informer.Informers;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestSendingTest {
  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final HubConnections connections =
      HubConnections.of(new ConfigBuilder(Config.empty()).withMasterUrl(hub.url()).build());
  private final List<String> observed = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    connections.close();
    hub.close();
  }

  @Test
  void aWriteThatTheGuardRefusesIsNotSentOrRepeated() {
    AtomicInteger asked = new AtomicInteger();
    try (KubernetesClient guarded =
        connections.guarded(
            () -> {
              asked.incrementAndGet();
              return Optional.of("another leads");
            })) {
      assertThatThrownBy(() -> create(guarded))
          .isInstanceOfSatisfying(
              KubernetesClientException.class,
              e ->
                  assertThat(HubException.of("write c1", "create", Kinds.MANAGED_CLUSTER, e))
                      .hasMessageContaining("this process does not lead: another leads"));
      assertThat(new HubApi(guarded).get(Kinds.MANAGED_CLUSTER, "", "c1")).isEmpty();
    }
    assertThat(asked).hasValue(1);
    assertThat(hub.writes()).isEmpty();
  }

  @Test
  void theGuardIsAskedBeforeARepetitionToo() {
    hub.faults().inject(RequestMatcher.anything().verb("create"), Fault.error(503));
    AtomicInteger asked = new AtomicInteger();
    try (KubernetesClient guarded =
        connections.guarded(
            () -> asked.incrementAndGet() == 1 ? Optional.empty() : Optional.of("another leads"))) {
      assertThatThrownBy(() -> create(guarded))
          .isInstanceOf(KubernetesClientException.class)
          .hasRootCauseInstanceOf(WriteRefusedException.class);
    }
    assertThat(asked).hasValue(2);
  }

  @Test
  void everyRequestIsObserved() {
    connections.observe(
        (request, code, nanos) ->
            observed.add(
                "%s %s %s"
                    .formatted(
                        request.verb(),
                        request.resource(),
                        code.isPresent() ? code.getAsInt() : "")));

    create(connections.requests());
    new HubApi(connections.requests()).listAll(Kinds.MANAGED_CLUSTER);
    hub.stop();
    assertThatThrownBy(
            () -> new HubApi(connections.requests()).get(Kinds.MANAGED_CLUSTER, "", "c1"))
        .isInstanceOf(HubException.class);

    assertThat(observed)
        .containsExactly(
            "create managedclusters 201",
            "list managedclusters 200",
            "get managedclusters ",
            "get managedclusters ");
  }

  @Test
  void noConnectionOfAHubThatBeganAnewFailsARequest() {
    HubApi api = new HubApi(connections.requests());
    create(connections.requests());
    IntStream.range(0, 8).parallel().forEach(each -> api.get(Kinds.MANAGED_CLUSTER, "", "c1"));

    hub.stop();
    hub.restart();

    for (int i = 0; i < 8; i++) {
      assertThat(api.get(Kinds.MANAGED_CLUSTER, "", "c1")).isPresent();
    }
  }

  @Test
  void aHandlerOfAnEventMaySendARequestAndWaitForItsAnswer() {
    HubApi api = new HubApi(connections.requests());
    CompletableFuture<Boolean> found = new CompletableFuture<>();
    try (Informers informers =
        new Informers(
            connections,
            (kind, former, present) ->
                found.complete(api.get(Kinds.MANAGED_CLUSTER, "", "c1").isPresent()))) {
      informers.watch(Kinds.MANAGED_CLUSTER);
      informers.awaitSync();
      create(connections.requests());
      assertThat(found).succeedsWithin(Duration.ofSeconds(60)).isEqualTo(true);
    }
  }

  @Test
  void anAnswerOfSomethingBetweenIsNoWordOfTheHub() throws IOException {
    AtomicReference<String> body = new AtomicReference<>("<html>no such backend</html>");
    List<String> audited = new CopyOnWriteArrayList<>();
    HttpServer between =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    between.createContext(
        "/",
        exchange -> {
          audited.forEach(id -> exchange.getResponseHeaders().add("Audit-Id", id));
          byte[] answer = body.get().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(404, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    between.start();
    try (HubConnections proxied =
        HubConnections.of(
            new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + between.getAddress().getPort())
                .withRequestRetryBackoffLimit(0)
                .build())) {
      HubApi api = new HubApi(proxied.requests());
      assertThatThrownBy(() -> api.get(Kinds.MANAGED_CLUSTER, "", "c1"))
          .hasMessageStartingWith(
              "Cannot read managedcluster /c1: the hub cannot be reached (404 from something that is no API server");

      body.set("{\"kind\": \"Status\", \"reason\": \"NotFound\", \"code\": 404}");
      assertThat(api.get(Kinds.MANAGED_CLUSTER, "", "c1")).isEmpty();

      // So does a server that does not know the kind.
      body.set("404 page not found");
      assertThatThrownBy(() -> api.get(Kinds.MANAGED_CLUSTER, "", "c1"))
          .isInstanceOf(HubException.class);
      audited.add("0815");
      assertThat(api.get(Kinds.MANAGED_CLUSTER, "", "c1")).isEmpty();
    } finally {
      between.stop(0);
    }
  }

  private static void create(KubernetesClient client) {
    GenericKubernetesResource cluster =
        HubObjects.object(Kinds.MANAGED_CLUSTER, new ObjectMetaBuilder().withName("c1").build());
    cluster.setAdditionalProperty("spec", Map.of("hubAcceptsClient", true));
    new HubApi(client).create(Kinds.MANAGED_CLUSTER, cluster);
  }
}
