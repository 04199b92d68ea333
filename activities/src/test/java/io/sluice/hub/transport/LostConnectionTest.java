package io.sluice.hub.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.simulator.network.LossyProxy;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loses connections without a reset, as a router does that forgot them. */
@Timeout(60)
class LostConnectionTest {
  private static final SilenceLimits QUICK =
      new SilenceLimits(Duration.ofSeconds(2), Duration.ofSeconds(3), Duration.ofSeconds(2));
  private static final String CLUSTERS = Kinds.resource(Kinds.MANAGED_CLUSTER);

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final LossyProxy proxy = LossyProxy.to(URI.create(hub.url()).getPort());
  private final HubConnections connections = HubConnections.of(behindTheProxy(), QUICK);
  private final KubernetesClient direct = HubConnections.of(at(hub.url())).requests();

  private static Config at(String url) {
    return new ConfigBuilder(Config.empty()).withMasterUrl(url).build();
  }

  private Config behindTheProxy() {
    return at("http://127.0.0.1:" + proxy.port());
  }

  @BeforeEach
  void createACluster() {
    cluster("c1");
  }

  @AfterEach
  void close() {
    connections.close();
    direct.close();
    proxy.close();
    hub.close();
  }

  @Test
  void aRequestOnALostConnectionIsRepeatedOnANewOne() {
    assertThat(read("c1")).isNotNull();
    proxy.loseConnections();

    Instant begin = Instant.now();
    assertThat(read("c1")).isNotNull();

    assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(10));
    assertThat(connections.silence()).isLessThan(Duration.ofSeconds(2));
  }

  @Test
  void aLostWatchGoesOnWithANewConnection() {
    try (SharedIndexInformer<GenericKubernetesResource> informer = informer()) {
      await().until(() -> informer.getIndexer().list().size() == 1);
      proxy.loseConnections();
      cluster("c2");

      await().atMost(Duration.ofSeconds(15)).until(() -> informer.getIndexer().list().size() == 2);
    }
  }

  @Test
  void aQuietWatchIsNotTakenForALostOne() {
    // As a real hub on a quiet kind: nothing but the end of each window.
    hub.faults()
        .inject(
            RequestMatcher.anything().kind("ManagedCluster").verb("watch"), Fault.watchFrozen());
    try (SharedIndexInformer<GenericKubernetesResource> informer = informer()) {
      await().until(() -> informer.getIndexer().list().size() == 1);
      await().until(() -> connections.lists().watched(List.of(CLUSTERS)));
      int connected = proxy.opened();
      long lists = requests("list");

      await().atMost(Duration.ofSeconds(20)).until(() -> requests("watch") >= 4);

      assertThat(proxy.opened()).isEqualTo(connected);
      assertThat(requests("list")).isEqualTo(lists);
    }
  }

  @Test
  void aHubThatIsCutOffFailsRequestsInTimeAndAnswersOnceItIsBack() {
    assertThat(read("c1")).isNotNull();
    proxy.cutOff();
    Instant begin = Instant.now();

    assertThatThrownBy(() -> read("c1")).isInstanceOf(KubernetesClientException.class);

    assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(12));
    assertThat(connections.silence()).isGreaterThan(Duration.ofSeconds(2));
    proxy.heal();
    assertThat(read("c1")).isNotNull();
  }

  @Test
  void theSameHoldsForThoseThatWaitForTheirAnswers() {
    HubApi api = new HubApi(connections.requests());
    assertThat(api.get(Kinds.MANAGED_CLUSTER, "", "c1")).isPresent();
    proxy.loseConnections();
    Instant lost = Instant.now();
    assertThat(api.get(Kinds.MANAGED_CLUSTER, "", "c1")).isPresent();
    assertThat(Duration.between(lost, Instant.now())).isLessThan(Duration.ofSeconds(10));

    proxy.cutOff();
    Instant cutOff = Instant.now();
    assertThatThrownBy(() -> api.get(Kinds.MANAGED_CLUSTER, "", "c1"))
        .isInstanceOf(HubException.class)
        .hasMessageContaining("the hub has sent nothing for 2 s");
    assertThat(Duration.between(cutOff, Instant.now())).isLessThan(Duration.ofSeconds(12));
    proxy.heal();
    assertThat(api.get(Kinds.MANAGED_CLUSTER, "", "c1")).isPresent();
  }

  @Test
  void anInterruptedThreadDoesNotWaitForItsAnswer() throws InterruptedException {
    HubApi api = new HubApi(connections.requests());
    assertThat(api.get(Kinds.MANAGED_CLUSTER, "", "c1")).isPresent();
    proxy.cutOff();
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                api.get(Kinds.MANAGED_CLUSTER, "", "c1");
                interrupted.complete(false);
              } catch (HubException e) {
                interrupted.complete(Thread.currentThread().isInterrupted());
              }
            });
    caller.start();
    await().until(() -> caller.getState() == Thread.State.WAITING);

    Instant begin = Instant.now();
    caller.interrupt();

    assertThat(interrupted).succeedsWithin(Duration.ofSeconds(1)).isEqualTo(true);
    assertThat(Duration.between(begin, Instant.now())).isLessThan(QUICK.object());
  }

  @Test
  void anInformerListsAnewOnDemand() {
    try (SharedIndexInformer<GenericKubernetesResource> informer = informer()) {
      await().until(() -> connections.lists().missing(List.of(CLUSTERS)).isEmpty());

      connections.lists().demand();
      assertThat(connections.lists().missing(List.of(CLUSTERS))).containsExactly(CLUSTERS);

      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> connections.lists().missing(List.of(CLUSTERS)).isEmpty());
      cluster("c2");
      await().until(() -> informer.getIndexer().list().size() == 2);
    }
  }

  private long requests(String verb) {
    return hub.requests().entrySet().stream()
        .filter(count -> count.getKey().startsWith(verb + " "))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private SharedIndexInformer<GenericKubernetesResource> informer() {
    SharedIndexInformer<GenericKubernetesResource> informer =
        connections
            .watches(new KubernetesSerialization())
            .genericKubernetesResources(Kinds.MANAGED_CLUSTER)
            .withLimit(500L)
            .runnableInformer(0);
    informer.exceptionHandler((started, failure) -> true);
    informer.start();
    return informer;
  }

  private GenericKubernetesResource read(String name) {
    return connections
        .requests()
        .genericKubernetesResources(Kinds.MANAGED_CLUSTER)
        .withName(name)
        .get();
  }

  private void cluster(String name) {
    direct
        .resource(
            direct
                .getKubernetesSerialization()
                .unmarshal(
                    """
                    apiVersion: cluster.open-cluster-management.io/v1
                    kind: ManagedCluster
                    metadata: {name: %s}
                    """
                        .formatted(name),
                    GenericKubernetesResource.class))
        .create();
  }
}
