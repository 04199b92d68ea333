package io.sluice.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.connection.TemporalConnection;
import io.sluice.devservers.DevServers;
import io.sluice.policy.PolicyName;
import io.sluice.process.Sluice;
import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeFleet;
import io.sluice.tools.status.StatusReader;
import io.sluice.tools.status.StatusView;
import io.sluice.workflow.RolloutSettings;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Plays the examples on a real hub and a real Temporal server, with simulated spokes. */
final class RealDemoEnvironment implements AutoCloseable {
  private static final long SEED = 20_260_105;

  private final Deque<Runnable> closing = new ArrayDeque<>();
  private final DevServers servers;
  private final KubernetesClient client;
  private final Examples examples = Examples.read(Optional.empty());
  private final SpokeFleet fleet;

  /** Starts everything; it does not wait for what follows. */
  RealDemoEnvironment(Path folder, RolloutSettings rollouts) {
    servers = DevServers.start(folder);
    closing.push(servers::close);
    client = connect();
    new ExampleLoader(client).load(examples);
    WorkflowServiceStubs temporal = TemporalConnection.open(servers.temporalTarget());
    closing.push(() -> TemporalConnection.close(temporal));
    Settings settings =
        Settings.DEFAULTS.with(
            all ->
                all.temporalNamespace(servers.temporalNamespace())
                    .soakFloor(Duration.ofSeconds(3))
                    .rollouts(rollouts));
    closing.push(Sluice.start(connect(), temporal, settings)::close);
    fleet =
        SpokeFleet.start(
            connect(), examples.clusters(), SpokeBehaviours.all(SpokeBehaviour.ORDINARY), SEED);
    closing.push(fleet::close);
  }

  /** Has some clusters behave so from now on. */
  void behave(Predicate<String> clusters, SpokeBehaviour behaviour) {
    examples.clusters().stream()
        .filter(clusters)
        .forEach(cluster -> fleet.behave(cluster, behaviour));
  }

  Path kubeconfig() {
    return servers.kubeconfig();
  }

  String temporal() {
    return servers.temporalTarget();
  }

  private KubernetesClient connect() {
    KubernetesClient connected = servers.client();
    closing.push(connected::close);
    return connected;
  }

  PolicyName policy() {
    return examples.policy();
  }

  URI ui() {
    return servers.temporalUi();
  }

  String namespace() {
    return servers.temporalNamespace();
  }

  /** Connects as a user who has these rights in all namespaces, and no others. */
  KubernetesClient user(String name, Map<String, List<String>> rights) {
    return LimitedUser.connect(client, closing, name, rights);
  }

  StatusView board(PolicyName shown) {
    return new StatusReader(client).read(shown, "Cannot show policy " + shown);
  }

  /** Adds a policy for the same clusters. */
  void play(PolicyName added, String strategy) {
    String objects =
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: %1$s, namespace: %2$s}
        spec:
          disabled: false
          remediationAction: inform
          rolloutStrategy: %3$s
          policy-templates:
          - objectDefinition:
              apiVersion: policy.open-cluster-management.io/v1
              kind: ConfigurationPolicy
              metadata: {name: %1$s}
              spec:
                remediationAction: inform
                severity: low
                object-templates: [{complianceType: musthave, objectDefinition: {apiVersion: v1, kind: Namespace, metadata: {name: web}}}]
        ---
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: %1$s, namespace: %2$s}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: web}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: %1$s}]
        """
            .formatted(added.name(), added.namespace(), strategy);
    client.load(new ByteArrayInputStream(objects.getBytes(StandardCharsets.UTF_8))).create();
  }

  @Override
  public void close() {
    while (!closing.isEmpty()) {
      closing.pop().run();
    }
  }
}
