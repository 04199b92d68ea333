package io.sluice.demo;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.connection.TemporalConnection;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.Kubectl;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.process.Patience;
import io.sluice.process.Sluice;
import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeFleet;
import io.sluice.tools.cli.Cli;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.status.StatusReader;
import io.sluice.tools.status.StatusView;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Writes the examples to a real hub with the commands that docs/demo.md gives. */
@Timeout(240)
class KubectlExamplesIT {
  private static final PolicyName POLICY = new PolicyName("policies", "web-tls");
  private static final String ROLLOUT =
      "rollouts.cluster.open-cluster-management.io/" + POLICY.rolloutName();

  @TempDir private Path folder;

  private final Deque<Runnable> closing = new ArrayDeque<>();

  @AfterEach
  void close() {
    closing.forEach(Runnable::run);
  }

  @Test
  @Tag("core")
  void theExamplesRollOutOnARealHubAndNameWhoApproved() throws Exception {
    DevServers servers = SharedDevServers.get();
    KubernetesClient hub = servers.client();
    closing.push(hub::close);
    Kubectl kubectl = new Kubectl(servers, folder.resolve("cache"));
    start(servers, hub);
    removed(kubectl, "-k", ExamplesFolder.path(""));

    succeed(kubectl, "apply", "-k", ExamplesFolder.path(""));
    AvailableClusters.write(hub);
    await(kubectl, "currentRolloutGeneration}=1");
    await(kubectl, "phase}=WaitingForApproval");
    approve(servers, "prod");
    await(kubectl, "outcome}");
    await(kubectl, "outcome}=Succeeded");
    assertThat(view(hub).approvals())
        .filteredOn(approval -> "prod".equals(approval.groupName()))
        .extracting(RolloutStatus.Approval::by)
        .containsExactly("sluice:admin");
  }

  @Test
  void theFourPlacementsGiveTheTablesOfTheirReadme() {
    DevServers servers = SharedDevServers.get();
    KubernetesClient hub = servers.client();
    closing.push(hub::close);
    Kubectl kubectl = new Kubectl(servers, folder.resolve("cache"));
    startWorker(servers);
    removed(kubectl, "-k", ExamplesFolder.path("placement"));
    removed(kubectl, "-k", ExamplesFolder.path("placement/example-1-proposal"));
    removed(kubectl, "-f", ExamplesFolder.path("placement/new-sites.yaml"));

    succeed(kubectl, "apply", "-k", ExamplesFolder.path("placement"));
    succeed(kubectl, "apply", "-k", ExamplesFolder.path("placement/example-1-proposal"));

    awaitTable(hub, "ztp-example-1", PlacementExamplesTest.EXAMPLE_1);
    awaitTable(hub, "ztp-example-2", PlacementExamplesTest.EXAMPLE_2);
    awaitTable(hub, "ztp-example-3", PlacementExamplesTest.EXAMPLE_3);
    awaitTable(hub, "ztp-example-4", PlacementExamplesTest.EXAMPLE_4);
    awaitTable(hub, "ztp-proposal", PlacementExamplesTest.EXAMPLE_1);

    succeed(kubectl, "apply", "-f", ExamplesFolder.path("placement/new-sites.yaml"));
    awaitTable(hub, "ztp-example-1", PlacementExamplesTest.EXAMPLE_1_WITH_NEW_SITES);
  }

  /** Waits for the decisions, which are written before the status that names them. */
  private static void awaitTable(KubernetesClient hub, String namespace, List<String> table) {
    Awaitility.await()
        .atMost(Patience.MOST)
        .untilAsserted(() -> assertThat(table(hub, namespace)).isEqualTo(table));
  }

  private static List<String> table(KubernetesClient hub, String namespace) {
    HubApi api = new HubApi(hub);
    Map<String, Integer> entries = new HashMap<>();
    for (GenericKubernetesResource decision : api.list(Kinds.PLACEMENT_DECISION, namespace)) {
      entries.put(
          decision.getMetadata().getName(),
          JsonTree.maps(HubObjects.part(decision, "status"), "decisions").size());
    }
    GenericKubernetesResource placement =
        api.get(Kinds.PLACEMENT, namespace, "ztp-placement").orElseThrow();
    return JsonTree.maps(HubObjects.part(placement, "status"), "decisionGroups").stream()
        .map(
            group ->
                "%s %s %s: %s"
                    .formatted(
                        group.get("decisionGroupIndex"),
                        group.get("decisionGroupName"),
                        group.get("clusterCount"),
                        JsonTree.texts(group, "decisions").stream()
                            .map(
                                name ->
                                    "%s (%d)"
                                        .formatted(name.replaceAll(".*-", ""), entries.get(name)))
                            .collect(joining(", "))))
        .toList();
  }

  /** Starts a worker, with its rights, and the clusters. */
  private void start(DevServers servers, KubernetesClient hub) {
    startWorker(servers);
    closing.push(
        SpokeFleet.start(
                hub,
                Examples.read(Optional.empty()).clusters(),
                SpokeBehaviours.all(SpokeBehaviour.ORDINARY),
                7)
            ::close);
  }

  private void startWorker(DevServers servers) {
    KubernetesClient worker = servers.workerClient();
    closing.push(worker::close);
    WorkflowServiceStubs temporal = TemporalConnection.open(servers.temporalTarget());
    closing.push(() -> TemporalConnection.close(temporal));
    closing.push(Sluice.start(worker, temporal, settings(servers))::close);
  }

  private static Settings settings(DevServers servers) {
    return Settings.DEFAULTS.with(
        all -> all.temporalNamespace(servers.temporalNamespace()).soakFloor(Duration.ofSeconds(1)));
  }

  /** Waits as docs/rollouts.md does. */
  private static void await(Kubectl kubectl, String field) {
    succeed(
        kubectl,
        "wait",
        ROLLOUT,
        "-n",
        POLICY.namespace(),
        "--for=jsonpath={.status." + field,
        "--timeout=150s");
  }

  private static void approve(DevServers servers, String group) {
    assertThat(
            Cli.run(
                "approve",
                POLICY.name(),
                group,
                "-n",
                POLICY.namespace(),
                "--kubeconfig",
                servers.kubeconfig().toString()))
        .isEqualTo(ExitCodes.OK);
  }

  /** Has what was applied removed at the end, by the worker: others use the same servers. */
  private void removed(Kubectl kubectl, String... applied) {
    List<String> delete = new ArrayList<>(List.of("delete", "--ignore-not-found", "--wait=false"));
    delete.addAll(List.of(applied));
    closing.push(() -> succeed(kubectl, delete.toArray(String[]::new)));
  }

  private static void succeed(Kubectl kubectl, String... arguments) {
    Kubectl.Output output = kubectl.run(arguments);
    assertThat(output.code()).as(output.output()).isZero();
  }

  private static StatusView view(KubernetesClient hub) {
    return new StatusReader(hub).read(POLICY, "Cannot show " + POLICY);
  }
}
