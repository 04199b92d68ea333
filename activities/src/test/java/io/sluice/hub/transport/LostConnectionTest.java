package io.sluice.hub.transport;

import static io.sluice.hub.HubPatience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.informer.ChangeListener;
import io.sluice.hub.informer.Informers;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.Faults;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.simulator.network.LossyProxy;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loses connections without a reset, as a router does that forgot them. */
@Tag("nightly")
@Timeout(300)
class LostConnectionTest {
  private static final SilenceLimits QUICK =
      new SilenceLimits(Duration.ofSeconds(2), Duration.ofSeconds(3), Duration.ofSeconds(2));

  /** A request that ends before this limit was ended by something else. */
  private static final SilenceLimits PATIENT =
      new SilenceLimits(Duration.ofMinutes(10), Duration.ofMinutes(10), Duration.ofMinutes(9));

  /** Wide apart, so that the end of a window is late by seconds before it counts as silence. */
  private static final SilenceLimits SHORT_WINDOWS =
      new SilenceLimits(Duration.ofSeconds(30), Duration.ofSeconds(8), Duration.ofSeconds(2));

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
    int opened = proxy.opened();

    Instant lost = Instant.now();
    assertThat(read("c1")).isNotNull();

    assertThat(proxy.opened()).isGreaterThan(opened);
    assertThat(heard()).isAfterOrEqualTo(lost.plus(QUICK.object()));
  }

  /** Returns when the hub last sent anything. */
  private Instant heard() {
    return Instant.now().minus(connections.silence());
  }

  @Test
  void aLostWatchGoesOnWithANewConnection() {
    try (Informers informer = informer()) {
      await().until(() -> informer.all(Kinds.MANAGED_CLUSTER).size() == 1);
      proxy.loseConnections();
      cluster("c2");

      await().until(() -> informer.all(Kinds.MANAGED_CLUSTER).size() == 2);
    }
  }

  @Test
  void aQuietWatchIsNotTakenForALostOne() {
    // As a real hub on a quiet kind: nothing but the end of each window.
    hub.faults()
        .inject(
            RequestMatcher.anything().kind("ManagedCluster").verb("watch"), Fault.watchFrozen());
    try (HubConnections windows = HubConnections.of(behindTheProxy(), SHORT_WINDOWS);
        Informers informer = informer(windows)) {
      await().until(() -> informer.all(Kinds.MANAGED_CLUSTER).size() == 1);
      await().until(() -> informer.watching());
      int connected = proxy.opened();
      long lists = requests("list");
      Instant quiet = Instant.now();

      await().until(() -> Instant.now().isAfter(quiet.plus(SHORT_WINDOWS.stream().plusSeconds(1))));

      assertThat(requests("watch")).isGreaterThan(2);
      assertThat(proxy.opened()).isEqualTo(connected);
      assertThat(requests("list")).isEqualTo(lists);
    }
  }

  @Test
  void aHubThatIsCutOffFailsRequestsByTheirLimitAndAnswersOnceItIsBack() {
    assertThat(read("c1")).isNotNull();
    proxy.cutOff();

    assertThatThrownBy(() -> read("c1"))
        .isInstanceOf(KubernetesClientException.class)
        .hasStackTraceContaining("the hub has sent nothing for 2 s");

    assertThat(connections.silence()).isGreaterThan(Duration.ofSeconds(2));
    proxy.heal();
    assertThat(read("c1")).isNotNull();
  }

  @Test
  void theSameHoldsForThoseThatWaitForTheirAnswers() {
    HubApi api = new HubApi(connections.requests());
    assertThat(api.get(Kinds.MANAGED_CLUSTER, "", "c1")).isPresent();
    proxy.loseConnections();
    int opened = proxy.opened();
    Instant lost = Instant.now();
    assertThat(api.get(Kinds.MANAGED_CLUSTER, "", "c1")).isPresent();
    assertThat(proxy.opened()).isGreaterThan(opened);
    assertThat(heard()).isAfterOrEqualTo(lost.plus(QUICK.object()));

    proxy.cutOff();
    assertThatThrownBy(() -> api.get(Kinds.MANAGED_CLUSTER, "", "c1"))
        .isInstanceOf(HubException.class)
        .hasMessageContaining("the hub has sent nothing for 2 s");
    proxy.heal();
    assertThat(api.get(Kinds.MANAGED_CLUSTER, "", "c1")).isPresent();
  }

  @Test
  void anInterruptedThreadDoesNotWaitForItsAnswer() throws InterruptedException {
    HubConnections patient = HubConnections.of(behindTheProxy(), PATIENT);
    HubApi api = new HubApi(patient.requests());
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

    caller.interrupt();

    assertThat(interrupted).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(true);
    patient.close();
  }

  @Test
  void anInformerListsAnewOnDemand() {
    try (Informers informer = informer()) {
      await().until(() -> informer.synced(Kinds.MANAGED_CLUSTER));

      Faults.Injected refused =
          hub.faults()
              .inject(
                  RequestMatcher.anything().kind("ManagedCluster").verb("list"), Fault.error(503));
      informer.listAnew();
      assertThat(informer.synced(Kinds.MANAGED_CLUSTER)).isFalse();

      refused.remove();
      await().until(() -> informer.synced(Kinds.MANAGED_CLUSTER));
      cluster("c2");
      await().until(() -> informer.all(Kinds.MANAGED_CLUSTER).size() == 2);
    }
  }

  private long requests(String verb) {
    return hub.requests().entrySet().stream()
        .filter(count -> count.getKey().startsWith(verb + " "))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private Informers informer() {
    return informer(connections);
  }

  private static Informers informer(HubConnections through) {
    Informers informer = new Informers(through, ChangeListener.NONE);
    informer.watch(Kinds.MANAGED_CLUSTER);
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
                    spec: {hubAcceptsClient: true}
                    """
                        .formatted(name),
                    GenericKubernetesResource.class))
        .create();
  }
}
