package io.sluice.hub.notification;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.HubPatience;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.Yaml;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.http.AddressGuard;
import io.sluice.hub.http.AllowedAddresses;
import io.sluice.hub.http.AnsweringServer;
import io.sluice.hub.http.WebhookSignature;
import io.sluice.notification.MessageFormat;
import io.sluice.notification.Notice;
import io.sluice.notification.NoticeKind;
import io.sluice.notification.NoticeOrigin;
import io.sluice.notification.NotificationRule;
import io.sluice.simulator.api.EmbeddedHub;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tells a receiver of one thing (between-waves N2 and N3). */
class NoticeSenderTest {
  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final NoticeOrigin ORIGIN =
      new NoticeOrigin("eu", "default", "policies", "web", Optional.empty(), Optional.empty());
  private static final Notice NOTICE =
      new Notice(
          NoticeKind.HALTED,
          "uid-7",
          1,
          NOW,
          7,
          3,
          Optional.empty(),
          "Halted",
          Optional.empty(),
          Optional.empty(),
          Optional.of("2/4"),
          "2 failed.",
          List.of(),
          0);

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(hub.url());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private AnsweringServer server;
  private NoticeSender sender;

  @BeforeEach
  void start() throws IOException {
    server = new AnsweringServer();
    sender = sender(LIMIT, server.url());
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    server.close();
    client.close();
    hub.close();
  }

  private NoticeSender sender(Duration limit, String... allowed) {
    return new NoticeSender(
        client,
        new AddressGuard(
            new AllowedAddresses(List.of(allowed)),
            URI.create("https://api.example.com"),
            InetAddress::getAllByName),
        limit,
        Clock.fixed(NOW, ZoneOffset.UTC));
  }

  private void secret(String labels, Map<String, String> values) {
    GenericKubernetesResource secret =
        Yaml.object(
            "{apiVersion: v1, kind: Secret, metadata: {name: chat, namespace: default, labels: %s}}"
                .formatted(labels));
    Map<String, String> data = new HashMap<>();
    values.forEach(
        (key, value) -> data.put(key, Base64.getEncoder().encodeToString(value.getBytes(UTF_8))));
    secret.setAdditionalProperty("data", data);
    new HubApi(client).create(Kinds.SECRET, secret);
  }

  private static NotificationRule rule(Optional<String> url, Optional<String> secret) {
    return new NotificationRule(
        "chat", url, secret, List.of(NoticeKind.values()), MessageFormat.CLOUD_EVENTS);
  }

  private NoticeResult send(NotificationRule rule) throws InterruptedException {
    return sender.send(NOTICE, ORIGIN, rule);
  }

  private NoticeResult send() throws InterruptedException {
    return send(rule(Optional.of(server.url() + "/hook"), Optional.empty()));
  }

  @Test
  void anyAnswerOf2xxCountsAsTold() throws InterruptedException {
    server.answers(202, "thanks");

    assertThat(send()).isEqualTo(NoticeResult.TOLD);
    assertThat(server.received()).hasSize(1);
    assertThat(server.received().get(0).path()).isEqualTo("/hook");
    assertThat(server.received().get(0).body()).contains("uid-7/halted/1");
    assertThat(server.received().get(0).headers().getFirst("Content-Type"))
        .startsWith("application/cloudevents+json");
  }

  @Test
  void aSecretSignsAndAuthorizes() throws InterruptedException {
    secret("{sluice.io/check: \"true\"}", Map.of("key", "k1", "token", "t1"));

    assertThat(send(rule(Optional.of(server.url()), Optional.of("chat"))))
        .isEqualTo(NoticeResult.TOLD);
    AnsweringServer.Received request = server.received().get(0);
    assertThat(request.headers().getFirst("Sluice-Signature"))
        .isEqualTo(WebhookSignature.of(request.body(), "k1".getBytes(UTF_8), NOW));
    assertThat(request.headers().getFirst("Authorization")).isEqualTo("Bearer t1");
  }

  @Test
  void aPagerIsToldWithTheKeyOfItsSecretAndNotWithoutIt() throws InterruptedException {
    NotificationRule pager =
        new NotificationRule(
            "pager",
            Optional.of(server.url()),
            Optional.of("chat"),
            List.of(NoticeKind.HALTED),
            MessageFormat.PAGER_DUTY);
    secret("{sluice.io/check: \"true\"}", Map.of("token", "t1"));

    assertThat(send(pager).kind()).isEqualTo(NoticeResult.Kind.FAILED);
    assertThat(send(pager).why()).contains("routingKey");
    assertThat(server.received()).isEmpty();

    new HubApi(client)
        .delete(
            Kinds.SECRET, new HubApi(client).get(Kinds.SECRET, "default", "chat").orElseThrow());
    secret("{sluice.io/check: \"true\"}", Map.of("routingKey", "r1"));
    assertThat(send(pager)).isEqualTo(NoticeResult.TOLD);
    assertThat(server.received().get(0).body()).contains("\"r1\"");
  }

  @Test
  void anyOtherAnswerIsNoDelivery() throws InterruptedException {
    server.answers(404, "no such hook");
    assertThat(send()).isEqualTo(NoticeResult.failed("HTTP 404"));

    server.redirectsTo("https://api.example.com/");
    assertThat(send()).isEqualTo(NoticeResult.failed("HTTP 307"));
    assertThat(server.received()).hasSize(2);
  }

  @Test
  void anAnswerOfAnySizeCounts() throws InterruptedException {
    server.answersWithoutEnd();

    assertThat(send()).isEqualTo(NoticeResult.TOLD);
  }

  @Test
  void nobodyIsWaitedForWithoutEnd() throws InterruptedException {
    server.neverAnswers();
    sender = sender(Duration.ofSeconds(1), server.url());

    assertThat(send()).isEqualTo(NoticeResult.failed("no answer within 1 s"));
  }

  @Test
  void nothingOfAUrlInASecretIsSaid() throws InterruptedException {
    secret("{sluice.io/check: \"true\"}", Map.of("url", "https://chat.example.com/T0/secret\n"));

    assertThat(send(rule(Optional.empty(), Optional.of("chat"))).why())
        .isEqualTo(
            "its address is not allowed: the administrator lists addresses in checkAddresses");

    sender = sender(LIMIT, "https://localhost:1");
    assertThat(send(rule(Optional.of("https://localhost:1/T0/shown"), Optional.empty())).why())
        .isEqualTo("the server cannot be reached");
  }

  @Test
  void theUrlOfASecretIsUsed() throws InterruptedException {
    secret("{sluice.io/check: \"true\"}", Map.of("url", server.url() + "/T0/secret\n"));

    assertThat(send(rule(Optional.empty(), Optional.of("chat")))).isEqualTo(NoticeResult.TOLD);
    assertThat(server.received().get(0).path()).isEqualTo("/T0/secret");
  }

  @Test
  void aSecretWithoutTheLabelIsNotUsed() throws InterruptedException {
    secret("{}", Map.of("url", server.url(), "token", "t1"));

    assertThat(send(rule(Optional.empty(), Optional.of("chat"))).why())
        .isEqualTo("Cannot use Secret default/chat: it lacks the label sluice.io/check: \"true\"");
    assertThat(server.received()).isEmpty();
  }

  @Test
  void aThirdMessageToAHostThatHangsIsNotTriedMeanwhile() throws Exception {
    server.neverAnswers();
    List<Future<NoticeResult>> hanging =
        List.of(threads.submit(() -> send()), threads.submit(() -> send()));
    HubPatience.await().until(() -> server.received().size() == 2);

    assertThat(send()).isEqualTo(NoticeResult.BUSY);
    assertThat(server.received()).hasSize(2);
    server.close();
    for (Future<NoticeResult> each : hanging) {
      assertThat(each.get(HubPatience.MOST.toSeconds(), TimeUnit.SECONDS).kind())
          .isEqualTo(NoticeResult.Kind.FAILED);
    }
  }
}
