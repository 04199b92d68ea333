package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.BindingName;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.settings.Settings;
import io.sluice.settings.TemplateSettings;
import io.sluice.simulator.karmada.MemberBehaviour;
import io.sluice.simulator.karmada.MemberEvidence;
import io.sluice.simulator.karmada.MemberFleet;
import io.sluice.template.ResourceId;
import io.sluice.time.ProcessTime;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Sets up a template in a namespace of its own, members, and a Sluice process that can be stopped
 * and started again.
 */
final class StagedPropagationFixture extends TemplateFixture implements AutoCloseable {
  private static final List<String> MEMBERS =
      IntStream.rangeClosed(1, 6).mapToObj(i -> "member" + i).toList();

  /** How long a member counts that its policy does not select any more: long enough to be seen. */
  static final Duration GRACE = Duration.ofSeconds(10);

  private static final String SYSTEM = "sluice-system";
  final ObservedTestServers servers;
  private final Settings settings;
  private final KubernetesClient executor;
  private final MemberFleet members;

  /** What becomes healthy later is reported twice, and a run that had a report waits for others. */
  private MemberBehaviour behaviour =
      MemberBehaviour.ORDINARY.taking(Duration.ofMillis(50), Duration.ZERO);

  private List<Interceptor> interceptors = List.of();
  private Optional<Sluice> sluice = Optional.empty();
  private Optional<HubConnections> process = Optional.empty();

  /** Creates member1 to member4, of which member2 is a canary; two more can join. */
  StagedPropagationFixture(ObservedTestServers servers) {
    this(servers, new WorkerWrites());
  }

  /**
   * Creates the same.
   *
   * @param reports intercepts the requests of members
   */
  StagedPropagationFixture(ObservedTestServers servers, Interceptor reports) {
    super(servers.client(), servers.namespace());
    this.servers = servers;
    settings =
        servers.adapt(
            Settings.DEFAULTS.with(
                all ->
                    all.soakFloor(Duration.ofMillis(300))
                        .weakSoakFloor(Duration.ofSeconds(3))
                        .removalGrace(GRACE)
                        .templates(Optional.of(TemplateSettings.DEFAULTS))));
    namespace(SYSTEM);
    namespace(servers.namespace());
    // Others may have left some on the same hub.
    removeClusters();
    for (int i = 1; i <= 4; i++) {
      cluster("member" + i, i == 2 ? "canary" : "prod");
    }
    executor = servers.client(reports);
    members = MemberFleet.start(executor, MEMBERS, behaviour);
  }

  private void namespace(String name) {
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .createOr(existing -> null);
  }

  private void removeClusters() {
    MEMBERS.forEach(this::leave);
  }

  /** Makes unhealthy what that member has, and gets from now on. */
  void sicken(String cluster) {
    members.behave(cluster, behaviour.neverHealthy());
  }

  /** Makes healthy again what that member has. */
  void heal(String cluster) {
    members.behave(cluster, behaviour);
  }

  /** Has members report from now on without saying of which version. */
  void withoutGeneration() {
    behaviour = behaviour.with(MemberEvidence.NONE);
    MEMBERS.forEach(this::heal);
  }

  /** Has the requests of processes that start from now on pass through it. */
  void intercept(Interceptor requests) {
    interceptors = List.of(requests);
  }

  void cluster(String name, String tier) {
    hub.apply(
        Map.of(
            "apiVersion",
            "cluster.open-cluster-management.io/v1",
            "kind",
            "ManagedCluster",
            "metadata",
            Map.of("name", name, "labels", Map.of("tier", tier, "name", name)),
            "spec",
            Map.of("hubAcceptsClient", true)));
  }

  /** Has the hub say whether a cluster is available. */
  void available(String cluster, String status) {
    hub.patch(
        new ResourceId("cluster.open-cluster-management.io/v1", "ManagedCluster", "", cluster),
        Map.of(
            "status",
            Map.of(
                "conditions",
                List.of(
                    Map.of(
                        "type",
                        "ManagedClusterConditionAvailable",
                        "status",
                        status,
                        "reason",
                        "Lease",
                        "message",
                        "",
                        "lastTransitionTime",
                        "2026-01-01T00:00:00Z")))),
        "status");
  }

  /** Unregisters a cluster. */
  void leave(String cluster) {
    client.genericKubernetesResources(Kinds.MANAGED_CLUSTER).withName(cluster).delete();
  }

  /** Terminates the run in Temporal, as an administrator may. */
  void terminateRun() {
    WorkflowClient.newInstance(
            servers.temporal(),
            WorkflowClientOptions.newBuilder().setNamespace(servers.temporalNamespace()).build())
        .newUntypedWorkflowStub(
            HubName.DEFAULT.workflowId(
                BindingName.of(template.namespace(), template.bindingName(), SYSTEM)))
        .terminate("terminated by hand");
  }

  void start() {
    HubConnections own;
    try (KubernetesClient worker = servers.workerClient()) {
      own = HubConnections.intercepted(worker.getConfiguration(), interceptors);
    }
    process = Optional.of(own);
    sluice = Optional.of(Sluice.start(own, servers.temporal(), settings, ProcessTime.SYSTEM));
  }

  void stop() {
    sluice.ifPresent(Sluice::close);
    sluice = Optional.empty();
    process.ifPresent(HubConnections::close);
    process = Optional.empty();
  }

  void restart() {
    stop();
    start();
  }

  /** Deletes what was applied, and waits until the process has withdrawn it. */
  void withdraw() {
    for (ResourceId id : hub.applied()) {
      if (!id.kind().equals("ManagedCluster")) {
        hub.delete(id);
        soon(
            () -> {
              assertThat(hub.get(id)).isEmpty();
              assertThat(hub.manifests(id)).isEmpty();
              assertThat(hub.binding(id)).isEmpty();
            });
      }
    }
    soon(() -> assertThat(hasRollout()).isFalse());
  }

  @Override
  public void close() {
    try {
      if (sluice.isEmpty() || !interceptors.isEmpty()) {
        interceptors = List.of();
        restart();
      }
      withdraw();
    } finally {
      end();
    }
  }

  private void end() {
    stop();
    members.close();
    executor.close();
    removeClusters();
    hub.close();
    servers.close();
  }
}
