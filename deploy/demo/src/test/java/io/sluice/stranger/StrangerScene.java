package io.sluice.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.policy.PolicyName;
import io.sluice.process.BesideEnvironment;
import io.sluice.process.LocalTestServers;
import io.sluice.process.Patience;
import io.sluice.process.RolloutFixture;
import io.sluice.process.WorkerJvm;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowStub;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs Sluice as a process of its own, with the heap and the stacks of the chart, on real servers,
 * for somebody who has nothing to do with the strangers of a test: the neighbour, who edits a
 * policy and wants each edit on their cluster.
 */
final class StrangerScene implements AutoCloseable {
  /** The cluster of the neighbour. */
  static final String CLUSTER = "d1";

  private static final String GROUP = "dev=" + CLUSTER;
  private static final String STRATEGY = "{type: ProgressivePerGroup}";
  private static final String MANUAL =
      "{type: manualPerGroup, manualPerGroup: {progressDeadline: 1h}}";

  private static final String OVERRIDE = "{rolloutStrategy: {type: ProgressivePerGroup}}";
  private static final AtomicInteger LOGS = new AtomicInteger();

  private final HubMode mode;
  private final LocalTestServers servers;
  private final RolloutFixture neighbour;
  private final List<Stranger> strangers = new ArrayList<>();
  private final Path kubeconfig;
  private WorkerJvm own;
  private int edits;

  private StrangerScene(HubMode mode, LocalTestServers servers, Path kubeconfig, String... groups) {
    this.mode = mode;
    this.servers = servers;
    this.kubeconfig = kubeconfig;
    this.neighbour =
        RolloutFixture.on(servers, groups).spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
    if (mode.beside()) {
      neighbour.informing();
      if (proxied()) {
        replace(kubeconfig);
      }
    } else {
      start();
    }
  }

  /** Sets up a neighbour with one cluster, and a worker in that mode. */
  static StrangerScene of(HubMode mode) {
    LocalTestServers servers = new LocalTestServers(servers(mode));
    return new StrangerScene(mode, servers, servers.servers().workerKubeconfig(), GROUP);
  }

  /** Returns the servers of a mode. */
  static DevServers servers(HubMode mode) {
    return mode.beside() ? BesideEnvironment.get().servers() : SharedDevServers.get();
  }

  private boolean proxied() {
    return !kubeconfig.equals(servers.servers().workerKubeconfig());
  }

  private void replace(Path reaching) {
    try {
      BesideEnvironment.get().replaceWorker(reaching);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    Patience.await().until(worker()::leads);
  }

  /** Sets up a neighbour with these groups, and a worker that stands alone. */
  static StrangerScene standalone(String... groups) {
    LocalTestServers servers = new LocalTestServers();
    return new StrangerScene(
        HubMode.STANDALONE, servers, servers.servers().workerKubeconfig(), groups);
  }

  /** Sets up a neighbour with one cluster, and a worker in that mode behind a proxy. */
  static StrangerScene behind(HubMode mode, Path kubeconfig) {
    return new StrangerScene(mode, new LocalTestServers(servers(mode)), kubeconfig, GROUP);
  }

  private void start() {
    own =
        WorkerJvm.start(
            WorkerJvm.CHART,
            kubeconfig,
            servers.servers(),
            servers
                .servers()
                .kubeconfig()
                .resolveSibling("strangers-%d.log".formatted(LOGS.incrementAndGet())),
            "--soak-floor",
            "1s");
    Patience.await().until(own::leads);
  }

  DevServers servers() {
    return servers.servers();
  }

  /**
   * Sets up another policy on the same servers, which waits for an approval before it comes to that
   * cluster. The caller closes it.
   */
  RolloutFixture waiting(String cluster) {
    RolloutFixture other =
        RolloutFixture.on(new LocalTestServers(servers.servers()), "own=" + cluster)
            .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
    if (mode.beside()) {
      other.informing().policy("one", "").rollout("{rolloutStrategy: " + MANUAL + "}");
    } else {
      other.policy("one", MANUAL);
    }
    other.awaitPhase(Patience.MOST, "WaitingForApproval");
    return other;
  }

  /** Connects to the run of a policy as somebody does who packs nothing for Sluice. */
  WorkflowStub signalled(RolloutFixture policy) {
    return temporal().newUntypedWorkflowStub(run(policy));
  }

  /** Returns the events of the present run of a policy. */
  List<HistoryEvent> history(RolloutFixture policy) {
    return temporal().fetchHistory(run(policy)).getEvents();
  }

  private static String run(RolloutFixture policy) {
    return HubName.DEFAULT.workflowId(new PolicyName(policy.namespace(), "web"));
  }

  private WorkflowClient temporal() {
    return WorkflowClient.newInstance(
        servers.temporal(),
        WorkflowClientOptions.newBuilder().setNamespace(servers.temporalNamespace()).build());
  }

  KubernetesClient admin() {
    return neighbour.client();
  }

  RolloutFixture neighbour() {
    return neighbour;
  }

  WorkerJvm worker() {
    return own == null ? BesideEnvironment.get().worker() : own;
  }

  /** Ends the worker as a kubelet does, and starts the next one. */
  void restart() throws InterruptedException {
    if (own == null) {
      BesideEnvironment.get().replaceWorker();
    } else {
      own.terminate();
      start();
    }
    Patience.await().until(worker()::leads);
  }

  /** Lets somebody have a role in a namespace, which is made where it is missing. */
  Stranger stranger(StrangerRole role, String namespace) {
    neighbour.apply(
        "apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n".formatted(namespace), false);
    Stranger stranger = Stranger.of(admin(), role, namespace);
    strangers.add(stranger);
    return stranger;
  }

  /** Lets somebody have a role in a namespace of their own. */
  Stranger stranger(StrangerRole role) {
    return stranger(role, neighbour.namespace().replace("policies", "strangers"));
  }

  /**
   * Edits the neighbour's policy, and waits until it is rolled out: whatever is not within {@link
   * Patience#MOST} is late. The process that was started must live then, and say that it is ready.
   */
  void deliver() {
    Object former = neighbour.status().getOrDefault("attempt", 0);
    String content = edit();
    if (mode.beside() && edits == 1) {
      neighbour.rollout(OVERRIDE);
    }
    Patience.await("delivery of edit %d of the neighbour; ready: %s".formatted(edits, ready()))
        .until(() -> delivered(former, neighbour.status()) && content.equals(content()));
    awaitReady();
  }

  /** The same, where nothing that parses whole objects can tell how the rollout ended. */
  void deliverContent() {
    String content = edit();
    Patience.await("delivery of edit " + edits).until(() -> content.equals(content()));
    awaitReady();
  }

  private static boolean delivered(Object former, Map<String, Object> status) {
    return !former.equals(status.get("attempt"))
        && "Succeeded".equals(status.get("outcome"))
        && Boolean.FALSE.equals(status.get("runOpen"));
  }

  private String edit() {
    String content = "edit-" + ++edits;
    neighbour.policy(content, mode.beside() ? "" : STRATEGY);
    return content;
  }

  private String content() {
    return neighbour.content(CLUSTER);
  }

  private void awaitReady() {
    assertThat(worker().lives()).as("the process lives").isTrue();
    Patience.await().until(worker()::leads);
  }

  private String ready() {
    return worker().ready().orElseGet(worker()::notReady);
  }

  /** Deletes all of a kind there, also what nothing that parses objects could list. */
  void clear(ResourceDefinitionContext kind, String namespace) {
    admin().raw(Stranger.path(kind, namespace), "DELETE", null);
  }

  @Override
  public void close() {
    strangers.forEach(Stranger::close);
    if (mode.beside()) {
      neighbour
          .client()
          .genericKubernetesResources(Kinds.ROLLOUT)
          .inNamespace(neighbour.namespace())
          .withName("policy-web")
          .delete();
      Patience.await().until(() -> neighbour.rollout().isEmpty());
    }
    if (own != null) {
      own.close();
    } else if (proxied()) {
      replace(servers.servers().workerKubeconfig());
    }
    neighbour.close();
  }
}
