package io.sluice.process;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.transport.SilenceLimits;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.PlacementMode;
import io.sluice.process.SluiceProcess.HealthSettings;
import io.sluice.process.metrics.BuildInfo;
import io.sluice.process.metrics.ProcessMetrics;
import io.sluice.settings.EvaluatorSettings;
import io.sluice.settings.ModeSetting;
import io.sluice.settings.Role;
import io.sluice.settings.Settings;
import io.sluice.settings.TemplateSettings;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.Faults;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.simulator.gate.GateAdmission;
import io.sluice.simulator.network.LossyProxy;
import io.sluice.time.ProcessTime;
import io.sluice.workflow.visibility.RunVisibility;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testserver.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs a whole process in this JVM, and checks its health. */
@Tag("nightly")
class SluiceProcessTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String BESIDE = "ok, leading, alone, mode Beside, role all\n";
  private static final String POLICY =
      """
      apiVersion: policy.open-cluster-management.io/v1
      kind: Policy
      metadata: {name: web, namespace: policies}
      spec: {disabled: false, policy-templates: []}
      """;

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final int temporalPort = freePort();
  private final int healthPort = freePort();
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final ProcessMetrics metrics = ProcessMetrics.start(new BuildInfo("0.1.0", "a1b2c3d"));
  private final LossyProxy proxy = LossyProxy.to(hub.port());
  private HubConnections connections = connect(hub.url());
  private final WorkflowServiceStubs temporal =
      WorkflowServiceStubs.newServiceStubs(
          WorkflowServiceStubsOptions.newBuilder().setTarget("127.0.0.1:" + temporalPort).build());
  private final Thread process = new Thread(this::run, "process");
  private TestServer.PortBoundTestServer server;
  private Settings settings = RolloutFixture.QUICK;

  @AfterEach
  void close() throws Exception {
    end.countDown();
    process.join(Patience.MOST.toMillis());
    temporal.shutdownNow();
    connections.close();
    metrics.close();
    proxy.close();
    hub.close();
    if (server != null) {
      server.close();
    }
  }

  private HubConnections connect(String url) {
    return HubConnections.of(
        new ConfigBuilder(Config.empty()).withMasterUrl(url).build(),
        // A frozen watch ends with its window: that is longer than the silence that is reported.
        new SilenceLimits(Duration.ofSeconds(2), Duration.ofSeconds(7), Duration.ofSeconds(6)));
  }

  @Test
  void aProcessIsReadyOnceAllItWatchesIsFreshAndUnreadyWhenAWatchFreezes() {
    server = TestServer.createPortBoundServer(temporalPort, true);
    process.start();
    awaitReady("ok, leading, alone, mode Standalone, role all\n");

    Faults.Injected frozen =
        hub.faults()
            .inject(RequestMatcher.anything().verb("watch").kind("Placement"), Fault.watchFrozen());
    patiently()
        .untilAsserted(
            () ->
                assertThat(ask("/readyz").body())
                    .startsWith(
                        "the watch of placements.cluster.open-cluster-management.io has been"
                            + " silent for")
                    .endsWith("longer than 2 s\n"));
    patiently().until(() -> ask("/healthz").statusCode() == 200);

    frozen.remove();
    patiently().until(() -> ask("/readyz").statusCode() == 200);
  }

  @Test
  void aControllerLeadsAndRunsNoRollouts() {
    startAs(Role.CONTROLLER, "ok, leading, alone, mode Standalone, role controller\n");
    assertThat(messages)
        .contains(
            "Role controller: this process leads while it holds the Lease, and runs no rollouts.");
    // Those of a former test may still end.
    patiently().until(() -> pollers() == 0);
  }

  @Test
  void aWorkerRunsRolloutsAndNeverLeads() {
    startAs(Role.WORKER, "ok, runs rollouts, mode Standalone, role worker\n");
    assertThat(messages).contains("Role worker: this process runs rollouts, and never leads.");
    assertThat(pollers()).isPositive();
    assertThat(ask("/metrics").body()).contains("sluice_leader 0.0");
  }

  @Test
  void besideThePropagatorItShowsWhetherTheGateIsClosed() {
    namespace("sluice-system");
    // Who asks without a name is the worker.
    hub.admit(new GateAdmission("", false));
    startBeside();

    awaitReady(BESIDE + "The gate is closed: a staged change waits for the turn of its cluster.\n");
    assertThat(ask("/metrics").body()).contains("sluice_gate_closed 1.0");
  }

  @Test
  void anOpenGateIsNoProblemOfTheProcess() {
    namespace("sluice-system");
    startBeside();

    patiently()
        .untilAsserted(
            () ->
                assertThat(ask("/readyz").body())
                    .startsWith(
                        BESIDE + "Cannot stage an enforced policy: the gate is not installed:"));
    assertThat(ask("/readyz").statusCode()).isEqualTo(200);
    assertThat(ask("/metrics").body()).contains("sluice_gate_closed 0.0");
  }

  /** Without its namespace the hub cannot be asked. */
  @Test
  void whatIsNotKnownOfTheGateIsSaidWhereAPolicyNeedsIt() {
    namespace("policies");
    policy(POLICY.replace("name: web", "name: web, labels: {sluice.io/staged: 'true'}"));
    startBeside();

    patiently()
        .untilAsserted(
            () ->
                assertThat(ask("/readyz").body())
                    .isEqualTo(
                        BESIDE
                            + "Cannot tell whether the gate is closed: the hub has no namespace"
                            + " sluice-system. It is that of the worker: create it.\n"));
    assertThat(ask("/readyz").statusCode()).isEqualTo(200);
    assertThat(ask("/metrics").body()).doesNotContain("sluice_gate_closed");
  }

  private void startBeside() {
    settings = settings.with(changed -> changed.mode(ModeSetting.BESIDE));
    server = TestServer.createPortBoundServer(temporalPort, true);
    process.start();
  }

  private void policy(String yaml) {
    connections
        .requests()
        .genericKubernetesResources(Kinds.POLICY)
        .inNamespace("policies")
        .resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class))
        .create();
  }

  private void namespace(String name) {
    connections
        .requests()
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
  }

  /** Waits for the whole answer: a watch may be late on a busy machine, and ready again. */
  private void awaitReady(String answer) {
    patiently().untilAsserted(() -> assertThat(ask("/readyz").body()).isEqualTo(answer));
  }

  private void startAs(Role role, String ready) {
    settings = settings.with(changed -> changed.role(role));
    server = TestServer.createPortBoundServer(temporalPort, true);
    process.start();
    awaitReady(ready);
    patiently().until(() -> ask("/healthz").statusCode() == 200);
  }

  private static long pollers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains("Workflow Poller"))
        .count();
  }

  @Test
  void aProcessThatWouldEvaluateAllPlacementsRefusesToStartBesideAClusterManager() {
    server = TestServer.createPortBoundServer(temporalPort, true);
    settings =
        settings.with(
            changed ->
                changed.placements(new EvaluatorSettings(PlacementMode.ALL, GroupingMode.STABLE)));
    GenericKubernetesResource operator =
        HubObjects.object(
            Kinds.CLUSTER_MANAGER, new ObjectMetaBuilder().withName("cluster-manager").build());
    connections
        .requests()
        .genericKubernetesResources(Kinds.CLUSTER_MANAGER)
        .resource(operator)
        .create();
    process.start();

    patiently()
        .until(
            () ->
                ask("/readyz")
                    .body()
                    .startsWith(
                        "Cannot evaluate all Placements: the hub has ClusterManager"
                            + " cluster-manager"));
    patiently().until(() -> ask("/readyz").statusCode() == 503);

    connections
        .requests()
        .genericKubernetesResources(Kinds.CLUSTER_MANAGER)
        .withName("cluster-manager")
        .delete();
    patiently().until(() -> ask("/readyz").statusCode() == 200);
  }

  @Test
  void aProcessThatPropagatesTemplatesSaysWhenKarmadaRunsBesideItAndWhichOfItsWatchesIsSilent() {
    server = TestServer.createPortBoundServer(temporalPort, true);
    settings = settings.with(changed -> changed.templates(Optional.of(TemplateSettings.DEFAULTS)));
    List.of("sluice-system", "karmada-system").forEach(this::namespace);
    karmada(3600);
    process.start();
    String refusal = "Cannot propagate templates: Lease karmada-system/karmada-controller-manager";
    patiently().until(() -> ask("/readyz").body().startsWith(refusal));
    karmada(0);
    patiently().until(() -> ask("/readyz").statusCode() == 200);

    karmada(3600);
    patiently().until(() -> ask("/readyz").body().startsWith(refusal));
    karmada(0);
    patiently().until(() -> ask("/readyz").statusCode() == 200);

    hub.faults().inject(RequestMatcher.anything().verb("watch").kind("Work"), Fault.watchFrozen());
    patiently()
        .until(
            () -> ask("/readyz").body().startsWith("the watch of works.work.karmada.io has been"));
  }

  /** Renews the Lease of Karmada's controllers for so long; 0: gives it up. */
  private void karmada(int seconds) {
    GenericKubernetesResource lease =
        HubObjects.object(
            Kinds.LEASE,
            new ObjectMetaBuilder()
                .withNamespace("karmada-system")
                .withName("karmada-controller-manager")
                .build());
    lease.setAdditionalProperty(
        "spec",
        Map.of(
            "holderIdentity",
            seconds == 0 ? "" : "karmada-1",
            "leaseDurationSeconds",
            seconds,
            "renewTime",
            Instant.now().toString()));
    connections
        .requests()
        .genericKubernetesResources(Kinds.LEASE)
        .inNamespace("karmada-system")
        .resource(lease)
        .createOr(existing -> existing.update());
  }

  @Test
  void aProcessThatHearsNothingFromItsHubIsNotHealthy() {
    server = TestServer.createPortBoundServer(temporalPort, true);
    connections.close();
    connections = connect("http://127.0.0.1:" + proxy.port());
    process.start();
    patiently().until(() -> ask("/readyz").statusCode() == 200);
    patiently().until(() -> ask("/healthz").statusCode() == 200);

    proxy.cutOff();
    patiently()
        .untilAsserted(
            () ->
                assertThat(ask("/healthz").body())
                    .startsWith("nothing has come from the hub for")
                    .endsWith("longer than 2 s\n"));
    assertThat(ask("/healthz").statusCode()).isEqualTo(503);

    proxy.heal();
    patiently().until(() -> ask("/healthz").statusCode() == 200);
  }

  @Test
  void aProcessThatWaitsForItsServersReportsWhichAndThenStarts() {
    hub.stop();
    process.start();

    String noHub = "Cannot reach the hub at %s: the connection is refused. Start it";
    patiently()
        .untilAsserted(
            () ->
                assertThat(ask("/readyz").body())
                    .contains(noHub.formatted(hub.url()), "Cannot reach Temporal at"));
    assertThat(ask("/readyz").statusCode()).isEqualTo(503);
    assertThat(ask("/healthz").statusCode()).isEqualTo(200);

    hub.restart();
    patiently().until(() -> ask("/readyz").body().startsWith("Cannot reach Temporal at"));
    assertThat(ask("/readyz").body())
        .contains("127.0.0.1:" + temporalPort)
        .contains("--temporal, TEMPORAL_ADDRESS or temporal.toml");

    server = TestServer.createPortBoundServer(temporalPort, true);
    patiently().until(() -> ask("/readyz").statusCode() == 200);
    assertThat(messages)
        .filteredOn(line -> line.contains("s; trying again."))
        .anyMatch(line -> line.startsWith("Cannot reach the hub"))
        .anyMatch(line -> line.startsWith("Cannot reach Temporal"));
  }

  @Test
  void aProcessThatWaitsForItsHubStartsOnATemporalThatLostItsDatabaseMeanwhile() {
    hub.stop();
    try (NamespaceServer checked = new NamespaceServer(temporalPort)) {
      process.start();
      patiently().until(() -> !checked.attributes().isEmpty());
    }
    hub.restart();
    patiently().until(() -> ask("/readyz").body().startsWith("Cannot reach Temporal at"));
    assertThat(ask("/healthz").statusCode()).isEqualTo(200);

    try (NamespaceServer empty = new NamespaceServer(temporalPort)) {
      patiently().until(() -> ask("/readyz").statusCode() == 200);
      assertThat(empty.known()).isTrue();
      assertThat(empty.attributes()).containsOnlyKeys(RunVisibility.SEARCH_ATTRIBUTES);
    }
  }

  @Test
  void theLeaderServesTheMetricsThatHubsAlertOn() {
    server = TestServer.createPortBoundServer(temporalPort, true);
    namespace("policies");
    policy(POLICY);
    process.start();
    patiently().until(() -> ask("/metrics").body().contains("type=\"root\""));

    HttpResponse<String> metrics = ask("/metrics");
    assertThat(metrics.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
    assertThat(metrics.body())
        .contains(
            "# TYPE policy_governance_info gauge\n",
            "policy_governance_info{cluster_namespace=\"<null>\",policy=\"web\",policy_namespace=\"policies\",type=\"root\"}"
                + " -1.0\n",
            "sluice_leader 1.0\n",
            "sluice_build_info{",
            "sluice_watch_last_event_timestamp_seconds{resource=\"policies.policy.open-cluster-management.io\"}",
            "sluice_hub_request_duration_seconds_count{code=\"200\",resource=\"policies\",verb=\"list\"}",
            "sluice_queue_depth{queue=\"policies\"}",
            "sluice_queue_wait_seconds_bucket{queue=\"policies\",le=\"0.005\"}",
            "sluice_handover_seconds_count 0\n",
            "jvm_memory_used_bytes{");
  }

  @Test
  void aProcessThatWaitsForItsServersHasMetricsOfItself() {
    hub.stop();
    process.start();
    patiently().until(() -> ask("/metrics").body().contains("sluice_leader 0.0\n"));
    assertThat(ask("/metrics").body())
        .contains("jvm_memory_used_bytes{")
        .doesNotContain("sluice_rollout", "sluice_queue", "policy_governance_info");
  }

  @Test
  void aProcessThatStillWaitsEndsAtOnce() throws Exception {
    hub.stop();
    process.start();
    patiently().until(() -> !ask("/readyz").body().startsWith("starting"));

    end.countDown();
    process.join(Patience.MOST.toMillis());

    assertThat(process.isAlive()).isFalse();
  }

  private static ConditionFactory patiently() {
    return await().ignoreExceptions();
  }

  private void run() {
    SluiceProcess worker =
        new SluiceProcess(
            connections,
            metrics,
            temporal,
            settings,
            new HealthSettings(Optional.empty(), healthPort, Duration.ofSeconds(2)),
            messages::add,
            ProcessTime.SYSTEM);
    try {
      worker.run(longest -> end.await(longest.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpResponse<String> ask(String path) {
    try {
      return HTTP.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(healthPort, path)))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
