package io.sluice.simulator.api;

import static io.sluice.simulator.SimulatorPatience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Injects every kind of fault, and tests how a client of fabric8 reacts. */
class FaultsTest {
  private static final RequestMatcher UPDATES =
      RequestMatcher.anything().verb("update").kind("ConfigMap");
  private static final RequestMatcher WATCHES = RequestMatcher.anything().kind("ConfigMap");

  private EmbeddedHub hub;
  private KubernetesClient client;

  @BeforeEach
  void start() {
    hub = EmbeddedHub.start(0);
    client = client(0);
  }

  @AfterEach
  void stop() {
    client.close();
    hub.close();
  }

  private KubernetesClient client(int retries) {
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl(hub.url())
            .withRequestRetryBackoffLimit(retries)
            .withRequestRetryBackoffInterval(50)
            .build();
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  private static ConfigMap configMap(String name, String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .endMetadata()
        .withData(Map.of("v", value))
        .build();
  }

  private void create(String name) {
    client.resource(configMap(name, "1")).create();
  }

  private void update(String name, String value) {
    client.resource(configMap(name, value)).update();
  }

  private int refusal(Runnable call) {
    return catchThrowableOfType(KubernetesClientException.class, call::run).getCode();
  }

  private String value(String name) {
    return client.configMaps().inNamespace("default").withName(name).get().getData().get("v");
  }

  private SharedIndexInformer<ConfigMap> inform() {
    SharedIndexInformer<ConfigMap> informer =
        client.configMaps().inNamespace("default").runnableInformer(0);
    informer.exceptionHandler((started, t) -> true).start();
    return informer;
  }

  private static void awaitValue(SharedIndexInformer<ConfigMap> informer, String name, String v) {
    await()
        .untilAsserted(
            () ->
                assertThat(informer.getStore().getByKey("default/" + name))
                    .isNotNull()
                    .extracting(c -> c.getData().get("v"))
                    .isEqualTo(v));
  }

  private void awaitWatches(long count) {
    await().until(() -> hub.requests().getOrDefault("watch configmaps", 0L) >= count);
  }

  @Test
  void aFaultStrikesAsOftenAsItWasAskedTo() {
    create("a");
    Faults.Injected fault = hub.faults().inject(UPDATES, Fault.error(503), 2);
    assertThat(refusal(() -> update("a", "2"))).isEqualTo(503);
    assertThat(refusal(() -> update("a", "2"))).isEqualTo(503);
    update("a", "3");
    assertThat(value("a")).isEqualTo("3");
    assertThat(fault.hits()).isEqualTo(2);
  }

  @Test
  void aFaultStrikesUntilItIsRemovedAndOnlyWhereItWasPut() {
    create("a");
    create("b");
    RequestMatcher where = UPDATES.namespace("default").name("a").subresource("");
    Faults.Injected fault = hub.faults().inject(where, Fault.error(500));
    assertThat(refusal(() -> update("a", "2"))).isEqualTo(500);
    update("b", "2");
    fault.remove();
    update("a", "3");
    assertThat(value("a")).isEqualTo("3");
    assertThat(value("b")).isEqualTo("2");
  }

  @Test
  void aFaultCanStrikeACreationByItsName() {
    RequestMatcher creations = RequestMatcher.anything().verb("create").name("a");
    hub.faults().inject(creations, Fault.error(500), 1);
    create("b");
    assertThat(refusal(() -> create("a"))).isEqualTo(500);
    create("a");
  }

  @Test
  void aConflictOnPurposeWritesNothing() {
    create("a");
    hub.faults().inject(UPDATES, Fault.conflict(), 1);
    assertThat(refusal(() -> update("a", "2"))).isEqualTo(409);
    assertThat(value("a")).isEqualTo("1");
  }

  @Test
  void tooManyRequestsAreRefusedWithATimeToComeAgain() {
    create("a");
    hub.faults().inject(RequestMatcher.anything().verb("get"), Fault.tooManyRequests(7), 1);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(hub.url() + "/api/v1/namespaces/default/configmaps/a"))
            .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().sendAsync(request, HttpResponse.BodyHandlers.ofString()).join();
    assertThat(response.statusCode()).isEqualTo(429);
    assertThat(response.headers().firstValue("Retry-After")).hasValue("7");
  }

  @Test
  void aClientThatRepeatsItsRequestsGetsThrough() {
    create("a");
    hub.faults().inject(UPDATES, Fault.tooManyRequests(1), 1);
    hub.faults().inject(UPDATES, Fault.error(503), 1);
    try (KubernetesClient patient = client(3)) {
      patient.resource(configMap("a", "3")).update();
    }
    assertThat(value("a")).isEqualTo("3");
    assertThat(hub.writes()).extracting(RecordedWrite::code).containsExactly(201, 429, 503, 200);
  }

  @Test
  void latencyDelaysTheAnswer() {
    create("a");
    hub.faults().inject(UPDATES, Fault.latency(Duration.ofMillis(300)), 1);
    long start = System.nanoTime();
    update("a", "2");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(299));
  }

  @Test
  void aLostAnswerIsAWriteThatTookPlace() {
    hub.faults().inject(RequestMatcher.anything().verb("create"), Fault.lostAnswer(), 1);
    assertThat(catchThrowableOfType(KubernetesClientException.class, () -> create("a")))
        .isNotNull();
    assertThat(value("a")).isEqualTo("1");
    assertThat(hub.writes())
        .containsExactly(new RecordedWrite("create", "configmaps", "", "default", "a", 201));
  }

  @Test
  void aRepeatedCreationWhoseAnswerWasLostFindsItself() {
    hub.faults().inject(RequestMatcher.anything().verb("create"), Fault.lostAnswer(), 1);
    try (KubernetesClient stubborn = client(2)) {
      assertThat(refusal(() -> stubborn.resource(configMap("a", "1")).create())).isEqualTo(409);
    }
    assertThat(hub.writes()).extracting(RecordedWrite::code).containsExactly(201, 409);
  }

  @Test
  void anInformerSurvivesACutWatch() {
    try (SharedIndexInformer<ConfigMap> informer = inform()) {
      awaitWatches(1);
      hub.faults().inject(WATCHES, Fault.watchCut(), 1);
      awaitWatches(2);
      create("a");
      awaitValue(informer, "a", "1");
      assertThat(hub.requests()).containsEntry("list configmaps", 1L);
    }
  }

  @Test
  void anInformerListsAnewWhenItsVersionHasExpired() {
    create("a");
    try (SharedIndexInformer<ConfigMap> informer = inform()) {
      awaitValue(informer, "a", "1");
      awaitWatches(1);
      hub.faults().inject(WATCHES, Fault.watchExpired(), 1);
      awaitWatches(2);
      update("a", "2");
      awaitValue(informer, "a", "2");
      assertThat(hub.requests()).containsEntry("list configmaps", 2L);
    }
  }

  @Test
  void aFrozenWatchCatchesUpWhenItThaws() {
    try (SharedIndexInformer<ConfigMap> informer = inform()) {
      awaitWatches(1);
      Faults.Injected ice = hub.faults().inject(WATCHES, Fault.watchFrozen());
      await().until(() -> ice.hits() > 0);
      create("a");
      int looks = ice.hits();
      await().until(() -> ice.hits() > looks);
      assertThat(informer.getStore().getByKey("default/a")).isNull();
      ice.remove();
      awaitValue(informer, "a", "1");
      assertThat(hub.requests()).containsEntry("watch configmaps", 1L);
    }
  }

  @Test
  void anInformerSurvivesARestartWithoutItsHistory() {
    create("a");
    create("b");
    try (SharedIndexInformer<ConfigMap> informer = inform()) {
      awaitValue(informer, "a", "1");
      awaitWatches(1);
      hub.stop();
      assertThat(catchThrowableOfType(KubernetesClientException.class, () -> update("a", "2")))
          .isNotNull();
      hub.restart();
      update("a", "3");
      client.configMaps().inNamespace("default").withName("b").delete();
      awaitValue(informer, "a", "3");
      await().until(() -> informer.getStore().getByKey("default/b") == null);
      assertThat(hub.requests().get("list configmaps")).isGreaterThanOrEqualTo(2);
    }
  }

  @Test
  void clearingRemovesEveryFault() {
    create("a");
    hub.faults().inject(RequestMatcher.anything(), Fault.error(500));
    hub.faults().inject(UPDATES, Fault.conflict());
    hub.faults().clear();
    update("a", "2");
    assertThat(value("a")).isEqualTo("2");
  }
}
