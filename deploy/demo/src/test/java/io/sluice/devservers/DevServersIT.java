package io.sluice.devservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.connection.TemporalConnection;
import io.sluice.devservers.ServerStatus.Condition;
import io.sluice.process.Patience;
import io.sluice.process.TemporalNamespaceSetup;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.DescribeNamespaceResponse;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * On servers of its own, because it ends them; {@code ./sluice devservers install} provides them.
 */
class DevServersIT {
  @TempDir static Path folder;

  private static final List<String> PROGRESS = new CopyOnWriteArrayList<>();
  private static final long SEED = System.nanoTime();
  private static DevServers servers;

  @BeforeAll
  static void start() {
    SharedDevServers.requirePrograms();
    servers = DevServers.start(folder);
  }

  @BeforeEach
  void heal() {
    PROGRESS.clear();
    DevServers.up(DevServersOptions.in(folder), PROGRESS::add);
    servers = DevServers.of(folder, PROGRESS::add).orElseThrow();
  }

  @AfterAll
  static void stop() {
    if (servers != null) {
      servers.close();
    }
  }

  @Test
  void allServersAreReadyOnceStarted() {
    assertThat(servers.status()).extracting(ServerStatus::condition).containsOnly(Condition.READY);
  }

  @Test
  void nothingListensBeyondTheLoopbackAddress() throws IOException {
    List<String> pids =
        ServersState.read(folder.resolve("state.json")).orElseThrow().servers().values().stream()
            .map(server -> "pid=" + server.pid() + ",")
            .toList();
    List<String> listening =
        ProgramVersion.output(List.of("ss", "-ltnpH"), folder)
            .lines()
            .filter(line -> pids.stream().anyMatch(line::contains))
            .toList();

    assertThat(listening).hasSizeGreaterThanOrEqualTo(6);
    assertThat(listening)
        .allSatisfy(line -> assertThat(line.split("\\s+")[3]).startsWith("127.0.0.1:"));
  }

  @Test
  void temporalHasTheNamespaceWithItsRetentionAndSearchAttributes() {
    WorkflowServiceStubs temporal = connect();
    try {
      DescribeNamespaceResponse namespace =
          temporal
              .blockingStub()
              .describeNamespace(
                  DescribeNamespaceRequest.newBuilder().setNamespace("sluice").build());
      assertThat(namespace.getConfig().getWorkflowExecutionRetentionTtl().getSeconds())
          .isEqualTo(Duration.ofDays(30).toSeconds());
      new TemporalNamespaceSetup(temporal, "sluice").ensure();
    } finally {
      TemporalConnection.close(temporal);
    }
  }

  @Test
  void everyFinishedRequestIsOneLineInTheAuditLog() {
    try (KubernetesClient hub = servers.workerClient()) {
      assertThatThrownBy(() -> hub.configMaps().inNamespace("default").withName("audited").get())
          .hasMessageContaining("forbidden");
    }
    await()
        .atMost(Patience.MOST)
        .untilAsserted(
            () ->
                assertThat(Files.readAllLines(servers.auditLog()))
                    .filteredOn(line -> line.contains("\"name\":\"audited\""))
                    .singleElement()
                    .satisfies(line -> assertThat(line).contains("\"username\":\"sluice\"")));
  }

  @Test
  void aDeletedNamespaceGoesAway() {
    try (KubernetesClient hub = servers.client()) {
      hub.namespaces().resource(namespace("passing")).create();
      hub.namespaces().withName("passing").delete();
      await().atMost(Patience.MOST).until(() -> hub.namespaces().withName("passing").get() == null);
    }
  }

  @Test
  void dataAndAddressesOutliveAStop() {
    String target = servers.temporalTarget();
    String run = startWorkflow("rollout/policies/kept");
    try (KubernetesClient hub = servers.client()) {
      hub.namespaces().resource(namespace("kept")).create();
    }

    servers.down();
    assertThat(servers.status())
        .extracting(ServerStatus::condition)
        .containsOnly(Condition.STOPPED);
    DevServers again = DevServers.up(DevServersOptions.in(folder), PROGRESS::add);

    assertThat(again.temporalTarget()).isEqualTo(target);
    try (KubernetesClient hub = again.client()) {
      assertThat(hub.namespaces().withName("kept").get()).isNotNull();
    }
    WorkflowServiceStubs temporal = connect();
    try {
      assertThat(
              client(temporal)
                  .newUntypedWorkflowStub("rollout/policies/kept")
                  .describe()
                  .getExecution()
                  .getRunId())
          .isEqualTo(run);
    } finally {
      TemporalConnection.close(temporal);
    }
  }

  @Test
  void aCrashIsReportedAndHealedByUp() {
    servers.kill(Program.TEMPORAL);

    assertThat(servers.status())
        .filteredOn(server -> server.program() == Program.TEMPORAL)
        .singleElement()
        .satisfies(
            server -> {
              assertThat(server.condition()).isEqualTo(Condition.ENDED);
              assertThat(server.details()).contains("temporal.log");
            });

    DevServers.up(DevServersOptions.in(folder), PROGRESS::add);

    assertThat(PROGRESS)
        .anySatisfy(line -> assertThat(line).startsWith("temporal").contains("ended on its own"));
    assertThat(DevServers.of(folder, PROGRESS::add).orElseThrow().status())
        .allMatch(ServerStatus::good);
  }

  @Test
  void theHubComesBackAfterEachOfItsServersWasKilled() {
    try (KubernetesClient hub = servers.client()) {
      hub.configMaps().resource(marker()).create();
      for (Program program : List.of(Program.KUBE_APISERVER, Program.ETCD)) {
        servers.kill(program);
        servers.restart(program);
        await()
            .atMost(Patience.MOST)
            .until(() -> hub.configMaps().resource(marker()).get() != null);
      }
    }
  }

  /** Two builds on one machine may choose the same ports at the same moment. */
  @Test
  void atTheFirstStartPortsThatWereTakenMeanwhileGiveWayToOthers(@TempDir Path other)
      throws IOException {
    Ports chosen = Ports.choose(new Random(SEED));
    Deque<Ports> choices = new ArrayDeque<>(List.of(chosen));
    try (ServerSocket taken =
        new ServerSocket(chosen.temporal(), 1, InetAddress.getByName("127.0.0.1"))) {
      assertThat(taken.isBound()).isTrue();
      ServerSet started =
          new Startup(
                  DevServersOptions.in(other),
                  new Installation(System.getenv(), PROGRESS::add).present(),
                  PROGRESS::add,
                  () -> choices.isEmpty() ? Ports.choose(new Random(SEED + 1)) : choices.pop())
              .run();
      try {
        assertThat(started.state().ports().temporal()).isNotEqualTo(chosen.temporal());
        assertThat(PROGRESS)
            .anyMatch(line -> line.contains("something else listens there"))
            .contains("Choosing other ports.");
      } finally {
        started.stopAll();
      }
    }
  }

  @Test
  void aServerThatRunsIsNotMoved() {
    assertThatThrownBy(
            () -> DevServers.up(new DevServersOptions(folder, 0, 29_999, 0), PROGRESS::add))
        .hasMessageContaining("Cannot move temporal")
        .hasMessageContaining("devservers down");
  }

  private static String startWorkflow(String id) {
    WorkflowServiceStubs temporal = connect();
    try {
      WorkflowStub workflow =
          client(temporal)
              .newUntypedWorkflowStub(
                  "Kept",
                  WorkflowOptions.newBuilder().setWorkflowId(id).setTaskQueue("unused").build());
      return workflow.start().getRunId();
    } finally {
      TemporalConnection.close(temporal);
    }
  }

  private static WorkflowServiceStubs connect() {
    return TemporalConnection.open(servers.temporalTarget());
  }

  private static WorkflowClient client(WorkflowServiceStubs temporal) {
    return WorkflowClient.newInstance(
        temporal, WorkflowClientOptions.newBuilder().setNamespace("sluice").build());
  }

  private static Namespace namespace(String name) {
    return new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build();
  }

  private static ConfigMap marker() {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("marker")
        .endMetadata()
        .withData(Map.of("kept", "true"))
        .build();
  }
}
