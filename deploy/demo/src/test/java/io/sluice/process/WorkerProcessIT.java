package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.Program;
import io.sluice.devservers.SharedDevServers;
import io.sluice.process.metrics.Promtool;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Runs the jar against real servers: as a process of its own, with a worker's rights. */
class WorkerProcessIT {

  @TempDir static Path folder;

  private static DevServers servers;

  private String test;

  @BeforeAll
  static void start() {
    SharedDevServers.requirePrograms();
    servers = DevServers.start(folder.resolve("servers"));
  }

  @BeforeEach
  void remember(TestInfo info) {
    test = info.getTestMethod().orElseThrow().getName();
  }

  @AfterAll
  static void stop() {
    if (servers != null) {
      servers.close();
    }
  }

  @Test
  void becomesReadyWithTheRightsOfAWorkerAndStopsOnSigterm() throws Exception {
    try (WorkerJvm worker = start("only")) {
      Instant begin = Instant.now();
      patiently().until(worker::leads);
      figure("ready after", begin);
      assertMetrics(worker);

      Duration took = worker.terminate();
      System.out.printf("FIGURE %s: SIGTERM to end %d ms%n", test, took.toMillis());
      assertThat(worker.exitCode()).isEqualTo(143);
      assertThat(worker.output()).contains("Sluice runs on hub", "Stopping.");
      // But for what a machine causes that stands still.
      assertThat(worker.output().lines())
          .noneMatch(
              line ->
                  line.contains("WARN")
                      && !line.contains("Lease")
                      && !line.contains("new connections from now on"));
    }
  }

  @Test
  void anotherProcessTakesOverWhenTheLeaderIsKilled() throws Exception {
    try (WorkerJvm one = start("one")) {
      patiently().until(one::leads);
      try (WorkerJvm two = start("two")) {
        patiently().until(() -> two.ready().filter(body -> body.contains("led by")).isPresent());
        assertThat(two.metrics())
            .contains("sluice_leader 0.0")
            .doesNotContain("sluice_queue_depth", "sluice_handover_seconds");

        Instant killed = Instant.now();
        one.kill();
        patiently().until(two::leads);
        figure("kill -9 to new leader", killed);
      }
    }
  }

  @Test
  void aLeaderThatStopsInGoodOrderHandsOverAtOnce() throws Exception {
    try (WorkerJvm one = start("one")) {
      patiently().until(one::leads);
      try (WorkerJvm two = start("two")) {
        patiently().until(() -> two.ready().isPresent());

        Instant asked = Instant.now();
        one.terminate();
        patiently().until(two::leads);
        figure("SIGTERM to new leader", asked);
      }
    }
  }

  @Test
  void startsBeforeItsServersAndCatchesOn() {
    servers.stop(Program.KUBE_APISERVER);
    servers.stop(Program.TEMPORAL);
    try (WorkerJvm worker = start("early")) {
      patiently()
          .until(() -> worker.output().contains("Cannot reach the hub at https://127.0.0.1"));

      servers.restart(Program.KUBE_APISERVER);
      patiently()
          .until(
              () ->
                  worker.output().contains("Cannot reach Temporal at " + servers.temporalTarget()));
      servers.restart(Program.TEMPORAL);
      Instant back = Instant.now();
      patiently().until(worker::leads);
      figure("servers back to ready", back);
    }
  }

  @Test
  void theMissingPermissionsOfAUserAreNamed() throws IOException {
    try (KubernetesClient admin = servers.client()) {
      String role = Files.readString(Path.of("../deploy/rbac/cluster-role-binding.yaml"));
      admin.rbac().clusterRoleBindings().withName("sluice").delete();
      try (WorkerJvm undecided = start("undecided")) {
        patiently().until(() -> undecided.output().contains("Cannot decide the mode on the hub"));
        assertThat(undecided.output())
            .contains("Run kubectl apply -f deploy/rbac/beside")
            .contains("or kubectl apply -f deploy/rbac");
      }
      try (WorkerJvm worker = start("poor", "--mode", "Standalone")) {
        patiently().until(() -> worker.output().contains("may not"));
        assertThat(worker.output())
            .contains("user sluice may not")
            .contains(
                "get, list, watch, create, update, delete policies in"
                    + " policy.open-cluster-management.io")
            .contains("update rollouts/status in cluster.open-cluster-management.io")
            .contains("Run kubectl apply -f deploy/rbac");

        admin.load(new ByteArrayInputStream(role.getBytes())).create();
        patiently().until(worker::leads);
      } finally {
        // The other tests need it, whatever was found here.
        admin.load(new ByteArrayInputStream(role.getBytes())).serverSideApply();
      }
    }
  }

  private static void assertMetrics(WorkerJvm worker) throws Exception {
    patiently().until(() -> worker.metrics().contains("temporal_request_total{"));
    String metrics = worker.metrics();
    assertThat(metrics)
        .contains(
            "sluice_leader 1.0",
            "sluice_hub_request_duration_seconds_count{code=\"200\",resource=\"leases\",verb=\"update\"}",
            "sluice_writes_total{kind=\"leases\",result=\"written\"}",
            "sluice_queue_depth{queue=\"policies\"} ",
            "sluice_handover_seconds_count 0",
            "temporal_worker_task_slots_available{",
            "jvm_memory_used_bytes{")
        .doesNotContain("kind=\"selfsubjectaccessreviews\"")
        .containsPattern(
            "sluice_build_info\\{commit=\"[0-9a-f]*\",java=\"[0-9.]+\",version=\"[0-9.]+");
    long series = metrics.lines().filter(line -> !line.startsWith("#")).count();
    System.out.printf("FIGURE metrics: %d series, %d bytes%n", series, metrics.length());
    // Requests have a series more for each kind of answer, of which a slow machine sees more.
    assertThat(
            metrics
                .lines()
                .filter(line -> !line.startsWith("#") && !line.contains("_request"))
                .count())
        .isLessThan(1_200);
    Promtool.Output checked = Promtool.checkMetrics(metrics);
    assertThat(checked.printed()).doesNotContain("error while linting");
    assertThat(checked.printed().lines()).noneMatch(line -> line.startsWith("sluice_"));
  }

  private WorkerJvm start(String name, String... options) {
    return WorkerJvm.start(servers, folder.resolve(test + "-" + name + ".log"), options);
  }

  private void figure(String what, Instant since) {
    System.out.printf(
        "FIGURE %s: %s %d ms%n", test, what, Duration.between(since, Instant.now()).toMillis());
  }

  private static ConditionFactory patiently() {
    return await().atMost(Patience.MOST).pollInterval(Duration.ofMillis(100));
  }
}
