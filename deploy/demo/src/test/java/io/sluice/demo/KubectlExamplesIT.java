package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.cli.Cli;
import io.sluice.cli.option.ExitCodes;
import io.sluice.cli.StatusReader;
import io.sluice.cli.StatusView;
import io.sluice.connection.TemporalConnection;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.Kubectl;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.policy.PolicyName;
import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeFleet;
import io.sluice.worker.Sluice;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
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
  void theExamplesStartOnARealHubOnceTheirStatusIsWrittenAndNameWhoApproved() throws Exception {
    String examples = Path.of("../deploy/examples").toAbsolutePath().normalize().toString();
    DevServers servers = DevServers.start(folder.resolve("servers"));
    closing.push(servers::close);
    KubernetesClient hub = servers.client();
    closing.push(hub::close);
    start(servers, hub);
    Kubectl kubectl = new Kubectl(servers, folder.resolve("cache"));

    succeed(kubectl, "apply", "-k", examples);
    awaitView(hub, view -> view.waitingFor().contains("lacement web"));
    assertThat(view(hub).phase()).contains("Pending");

    succeed(kubectl, "replace", "--subresource=status", "-k", examples + "/status");
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

  /** Starts a worker, with its rights, and the clusters. */
  private void start(DevServers servers, KubernetesClient hub) {
    KubernetesClient worker = servers.workerClient();
    closing.push(worker::close);
    WorkflowServiceStubs temporal = TemporalConnection.open(servers.temporalTarget());
    closing.push(() -> TemporalConnection.close(temporal));
    closing.push(Sluice.start(worker, temporal, settings(servers))::close);
    closing.push(
        SpokeFleet.start(
                hub,
                Examples.read(Optional.empty()).clusters(),
                SpokeBehaviours.all(SpokeBehaviour.ORDINARY),
                7)
            ::close);
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
        "--timeout=90s");
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

  private static void succeed(Kubectl kubectl, String... arguments) {
    Kubectl.Output output = kubectl.run(arguments);
    assertThat(output.code()).as(output.output()).isZero();
  }

  private static void awaitView(KubernetesClient hub, Predicate<StatusView> wanted) {
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> view(hub), wanted::test);
  }

  private static StatusView view(KubernetesClient hub) {
    return new StatusReader(hub).read(POLICY, "Cannot show " + POLICY);
  }
}
