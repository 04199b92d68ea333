package io.sluice.devservers;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.connection.TemporalConnection;
import io.sluice.process.TemporalNamespaceSetup;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Brings up what is not there: starts the servers in an order that wastes no time, waits for them,
 * and sets them up.
 *
 * <p>If one fails, those that were started here are stopped again; logs and data stay. At the first
 * start of a folder no client knows its ports: where something else has taken one since it was
 * chosen, others are chosen.
 */
final class Startup {
  private static final int TRIES = 5;

  private final DevServersOptions wanted;
  private final DataFolder folder;
  private final Map<Program, Path> binaries;
  private final Consumer<String> progress;
  private final Supplier<Ports> chooser;
  private final Deque<Program> launched = new ArrayDeque<>();

  Startup(DevServersOptions wanted, Map<Program, Path> binaries, Consumer<String> progress) {
    this(wanted, binaries, progress, () -> Ports.choose(new Random()));
  }

  /**
   * Prepares a start.
   *
   * @param chooser chooses ports that are free
   */
  Startup(
      DevServersOptions wanted,
      Map<Program, Path> binaries,
      Consumer<String> progress,
      Supplier<Ports> chooser) {
    this.chooser = chooser;
    this.wanted = wanted;
    this.folder = new DataFolder(wanted.folder());
    this.binaries = binaries;
    this.progress = progress;
  }

  ServerSet run() {
    Credentials credentials = Credentials.prepare(folder);
    Optional<ServersState> before = ServersState.read(folder.state());
    ServerSet servers = new ServerSet(folder, binaries, progress);
    for (int left = TRIES - 1; ; left--) {
      state(before).write(folder.state());
      try {
        bringUp(servers, credentials);
        return servers;
      } catch (RuntimeException e) {
        launched.forEach(servers::stop);
        launched.clear();
        if (left == 0 || before.isPresent() || !movable(e)) {
          throw e;
        }
        progress.accept(e.getMessage());
        progress.accept("Choosing other ports.");
      }
    }
  }

  /** A port that the user names stays. */
  private boolean movable(RuntimeException failed) {
    return failed instanceof DevServersException known
        && known.portTaken()
        && wanted.apiPort() == 0
        && wanted.temporalPort() == 0
        && wanted.uiPort() == 0;
  }

  private void bringUp(ServerSet servers, Credentials credentials) {
    launch(servers, Program.ETCD);
    launch(servers, Program.TEMPORAL);
    // In the background, so that Temporal and the hub are waited for at the same time.
    CompletableFuture<Void> temporal = CompletableFuture.runAsync(() -> setUpTemporal(servers));
    servers.awaitReady(Program.ETCD);
    launch(servers, Program.KUBE_APISERVER);
    servers.awaitReady(Program.KUBE_APISERVER);
    Kubeconfig.write(folder, servers.state().ports(), credentials);
    boolean managed = servers.has(Program.KUBE_CONTROLLER_MANAGER);
    if (managed) {
      launch(servers, Program.KUBE_CONTROLLER_MANAGER);
    } else {
      progress.accept(
          "kube-controller-manager is missing: deleted namespaces and owned objects stay.");
    }
    try (KubernetesClient hub = Kubeconfig.client(folder.kubeconfig())) {
      new HubSetup(hub, progress).apply();
    }
    if (managed) {
      servers.awaitReady(Program.KUBE_CONTROLLER_MANAGER);
    }
    join(temporal);
  }

  private static void setUpTemporal(ServerSet servers) {
    servers.awaitReady(Program.TEMPORAL);
    WorkflowServiceStubs temporal =
        TemporalConnection.open("127.0.0.1:" + servers.state().ports().temporal());
    try {
      new TemporalNamespaceSetup(temporal, DevServers.NAMESPACE).ensure();
    } finally {
      TemporalConnection.close(temporal);
    }
  }

  private static void join(CompletableFuture<Void> work) {
    try {
      work.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw e;
    }
  }

  private void launch(ServerSet servers, Program program) {
    if (servers.launch(program)) {
      launched.push(program);
    }
  }

  /** While one server lives, the others must find it; otherwise only public ports are kept. */
  private ServersState state(Optional<ServersState> before) {
    Ports fresh = chooser.get().with(wanted);
    if (before.isEmpty()) {
      return new ServersState(fresh, Map.of());
    }
    ServersState known = before.get();
    Ports kept = known.ports().with(wanted);
    if (known.servers().values().stream().noneMatch(ServerProcess::lives)) {
      return known.withPorts(fresh.withPublic(kept));
    }
    Arrays.stream(Program.values())
        .filter(known::lives)
        .filter(program -> !known.ports().of(program).equals(kept.of(program)))
        .findFirst()
        .ifPresent(
            program -> {
              throw new DevServersException(
                  "Cannot move %s to another port: it runs on %s. Run ./sluice devservers down first."
                      .formatted(program, known.ports().of(program)));
            });
    return known.withPorts(kept);
  }
}
