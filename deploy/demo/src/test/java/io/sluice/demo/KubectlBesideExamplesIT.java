package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.connection.TemporalConnection;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.Kubectl;
import io.sluice.hub.definition.PolicyDefinition;
import io.sluice.hub.read.HubMode;
import io.sluice.policy.PolicyName;
import io.sluice.process.Patience;
import io.sluice.process.Sluice;
import io.sluice.settings.Settings;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeFleet;
import io.sluice.tools.request.RolloutRequester;
import io.sluice.tools.status.StatusReader;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writes the examples of {@code deploy/examples/beside} to a real hub with OCM's CRDs as shipped,
 * by server-side apply, all on one hub; the worker has the rights of {@code deploy/rbac/beside}.
 */
@Timeout(Patience.TEST)
class KubectlBesideExamplesIT {
  private static final String NAMESPACE = "selective-enforcement";

  private static final Map<String, String> ENFORCED = new LinkedHashMap<>();

  static {
    ENFORCED.put("simple-selection", "a b");
    ENFORCED.put("no-sub-filter", "a b e f");
    ENFORCED.put("with-sub-filter", "a b");
    ENFORCED.put("several-placements", "a b e f");
    ENFORCED.put("no-overlap", "");
  }

  @TempDir private Path folder;

  private final Deque<Runnable> closing = new ArrayDeque<>();

  @AfterEach
  void close() {
    closing.forEach(Runnable::run);
  }

  @Test
  void allFiveEnforceWhatTheirBindingsSayThenByRolloutAndGoBack() {
    DevServers servers = DevServers.start(folder.resolve("servers"));
    closing.push(servers::close);
    servers.setUp(HubMode.BESIDE);
    KubernetesClient hub = connected(servers.client());
    assertThat(new PolicyDefinition(hub).dropsStrategy()).isTrue();
    start(servers);
    Kubectl kubectl = new Kubectl(servers, folder.resolve("cache"));

    for (String example : ENFORCED.keySet()) {
      Kubectl.Output output =
          kubectl.run("apply", "--server-side", "-k", ExamplesFolder.path("beside/" + example));
      assertThat(output.code()).as(output.output()).isZero();
    }
    AvailableClusters.write(hub);

    StatusReader reader = new StatusReader(hub);
    ENFORCED.forEach(
        (example, enforced) -> {
          PolicyName policy = policy(example);
          SelectiveEnforcementExamplesTest.await(
              () -> SelectiveEnforcementExamplesTest.view(reader, policy).waitsForApproval());
          Awaitility.await(example)
              .atMost(Patience.MOST)
              .untilAsserted(() -> assertThat(enforced(hub, policy)).isEqualTo(clusters(enforced)));
        });
    ENFORCED
        .keySet()
        .forEach(
            example -> {
              RolloutRequester.of(hub, policy(example)).approve(Optional.of("canary"));
              RolloutRequester.of(hub, policy(example)).approve(Optional.empty());
            });
    ENFORCED.forEach(
        (example, enforced) -> {
          PolicyName policy = policy(example);
          SelectiveEnforcementExamplesTest.await(
              () -> SelectiveEnforcementExamplesTest.view(reader, policy).outcome().isPresent());
          assertThat(SelectiveEnforcementExamplesTest.view(reader, policy).outcome())
              .as(example)
              .contains("Succeeded");
          SelectiveEnforcementExamplesTest.await(
              () -> enforced(hub, policy).equals(clusters(enforced)));
        });
  }

  private static PolicyName policy(String example) {
    return new PolicyName(NAMESPACE, example);
  }

  private static Set<String> clusters(String letters) {
    return SelectiveEnforcementExamplesTest.clusters(letters);
  }

  private static Set<String> enforced(KubernetesClient hub, PolicyName policy) {
    return PropagatedReplicas.read(hub, policy).enforced();
  }

  /** Starts what a hub with OCM has, the clusters, and a worker that finds its mode by itself. */
  private void start(DevServers servers) {
    closing.push(DemoPlacementController.start(connected(servers.client()))::close);
    closing.push(
        Propagator.start(connected(servers.client()), PropagatorOptions.DEFAULTS)::release);
    closing.push(
        SpokeFleet.start(
                connected(servers.client()),
                clusters("a b c d e f"),
                SpokeBehaviours.all(SpokeBehaviour.ORDINARY.nonCompliantUntilEnforced()),
                7)
            ::close);
    WorkflowServiceStubs temporal = TemporalConnection.open(servers.temporalTarget());
    closing.push(() -> TemporalConnection.close(temporal));
    Sluice sluice =
        Sluice.start(
            connected(servers.workerClient()),
            temporal,
            Settings.DEFAULTS.with(
                all ->
                    all.temporalNamespace(servers.temporalNamespace())
                        .soakFloor(Duration.ofSeconds(1))
                        .weakSoakFloor(Duration.ofSeconds(2))));
    closing.push(sluice::close);
    assertThat(sluice.modeMessage()).startsWith("Mode Beside: Lease ");
  }

  private KubernetesClient connected(KubernetesClient client) {
    closing.push(client::close);
    return client;
  }
}
