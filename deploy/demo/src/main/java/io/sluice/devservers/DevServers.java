package io.sluice.devservers;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.read.HubMode;
import io.sluice.settings.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs a real hub and a real Temporal server on this machine, for development and tests.
 *
 * <p>Everything listens on the loopback address only. Data outlive a restart. {@link #up} leaves
 * the servers running when the program ends; {@link #start} does not.
 *
 * <ul>
 *   <li>{@link Installation} provides the programs: {@link Binaries} finds, {@link GoBuild} builds.
 *   <li>{@link Startup} decides the order, {@link ServerSet} starts and stops one {@link
 *       ServerProcess} and waits until {@link ServerProbe} finds it ready.
 *   <li>{@link ServerCommands} writes the command lines.
 *   <li>{@link HubSetup} and {@link io.sluice.process.TemporalNamespaceSetup} put in what Sluice
 *       needs, {@link GateSetup} the gate.
 *   <li>{@link ServersState} records processes and ports, {@link DataFolder} names the files.
 * </ul>
 */
public final class DevServers implements AutoCloseable {
  /** The worker that {@code deploy/gate} names. */
  public static final String GATE_WORKER = GateSetup.WORKER;

  static final String NAMESPACE = Settings.DEFAULTS.temporalNamespace();

  private final DataFolder folder;
  private final ServerSet servers;
  private Thread hook;

  private DevServers(DataFolder folder, ServerSet servers) {
    this.folder = folder;
    this.servers = servers;
  }

  /** Starts what does not run yet, and leaves it running. */
  public static DevServers up(DevServersOptions wanted, Consumer<String> progress) {
    Map<Program, Path> binaries = new Installation(System.getenv(), progress).present();
    DataFolder folder = new DataFolder(wanted.folder());
    return folder.locked(
        () -> new DevServers(folder, new Startup(wanted, binaries, progress).run()));
  }

  /** Starts them for a test: they end with {@link #close}, at the latest with this JVM. */
  public static DevServers start(Path folder) {
    DevServers servers = up(DevServersOptions.in(folder), line -> {});
    servers.hook = new Thread(servers.servers::stopAll, "stop-devservers");
    Runtime.getRuntime().addShutdownHook(servers.hook);
    return servers;
  }

  /** Returns the servers of a folder, up or not; empty if none were ever started there. */
  public static Optional<DevServers> of(Path root, Consumer<String> progress) {
    DataFolder folder = new DataFolder(root);
    return ServersState.read(folder.state())
        .map(state -> new DevServers(folder, new ServerSet(folder, state.binaries(), progress)));
  }

  /** Stops what was started here, and nothing else. */
  public void down() {
    folder.locked(
        () -> {
          servers.stopAll();
          return this;
        });
  }

  /** Connects to the hub as the administrator. The caller closes it. */
  public KubernetesClient client() {
    return Kubeconfig.client(folder.kubeconfig());
  }

  /** Connects as the ordinary user {@code sluice}, with the rights of {@code deploy/rbac}. */
  public KubernetesClient workerClient() {
    return Kubeconfig.client(folder.workerKubeconfig());
  }

  /** Connects as that user of these groups, in whose name the administrator asks. */
  public KubernetesClient client(String user, String... groups) {
    return Kubeconfig.client(folder.kubeconfig(), user, groups);
  }

  /** Connects as that user, with the rights of a worker. The caller closes it. */
  public KubernetesClient workerClient(String user) {
    return client(user, Credentials.WORKERS);
  }

  public Path kubeconfig() {
    return folder.kubeconfig();
  }

  public Path workerKubeconfig() {
    return folder.workerKubeconfig();
  }

  /**
   * Sets the hub up for workers of that mode: {@link #up} does so for those that stand alone.
   * Beside OCM's propagator the policy kinds are as OCM ships them, and workers have no right to
   * write replicas; its Lease and the gate go when they are to stand alone again.
   */
  public void setUp(HubMode mode) {
    try (KubernetesClient hub = client()) {
      new HubSetup(hub, line -> {}).apply(mode);
    }
    if (mode == HubMode.STANDALONE) {
      forgetPropagator();
    }
  }

  /** Removes the Lease of a propagator that has run here, by which workers would decide. */
  public void forgetPropagator() {
    try (KubernetesClient hub = client()) {
      new HubSetup(hub, line -> {}).forgetPropagator();
    }
  }

  /** Gives workers the rights of {@code deploy/rbac/karmada}, which {@link #up} does not. */
  public void allowTemplates() {
    try (KubernetesClient hub = client()) {
      new HubSetup(hub, line -> {}).allowTemplates();
    }
  }

  /** Takes the rights of {@code deploy/rbac/karmada} from workers. */
  public void disallowTemplates() {
    try (KubernetesClient hub = client()) {
      new HubSetup(hub, line -> {}).disallowTemplates();
    }
  }

  /**
   * Installs the gate of {@code deploy/gate}, and waits until it counts. {@link #setUp} for workers
   * that stand alone takes it away again.
   *
   * @param worker the user that it knows as the worker
   * @param quiet whether what is held is put back instead of refused, where the API server can
   */
  public void installGate(String worker, boolean quiet) {
    try (KubernetesClient hub = client();
        KubernetesClient asWorker = workerClient(worker)) {
      GateSetup gate = new GateSetup(hub);
      gate.install(worker, quiet);
      gate.await(asWorker);
    }
  }

  /** Removes the gate; what it held passes from now on. */
  public void removeGate() {
    try (KubernetesClient hub = client()) {
      new GateSetup(hub).remove();
    }
  }

  /** Returns host and port of Temporal, as for {@code TEMPORAL_ADDRESS}. */
  public String temporalTarget() {
    return "127.0.0.1:" + ports().temporal();
  }

  public String temporalNamespace() {
    return NAMESPACE;
  }

  public URI temporalUi() {
    return URI.create("http://127.0.0.1:" + ports().ui());
  }

  public URI hub() {
    return URI.create("https://127.0.0.1:" + ports().api());
  }

  /** Returns the file that holds one line per finished request to the hub. */
  public Path auditLog() {
    return folder.auditLog();
  }

  public Path log(Program program) {
    return folder.log(program);
  }

  /** Returns the folders of the programs, kubectl and temporal among them. */
  public List<Path> programFolders() {
    return new Installation(System.getenv(), line -> {})
        .present().values().stream().map(Path::getParent).distinct().toList();
  }

  /** Ends a server without warning, as {@code kill -9} does. */
  public synchronized void kill(Program program) {
    servers.kill(program);
  }

  /** Stops a server cleanly. */
  public synchronized void stop(Program program) {
    servers.stop(program);
  }

  /** Starts a server anew on its port and data, and waits until it is ready. */
  public synchronized void restart(Program program) {
    servers.stop(program);
    servers.launch(program);
    servers.awaitReady(program);
  }

  /** Reports the condition of every server. */
  public List<ServerStatus> status() {
    ServerProbe probe = new ServerProbe(folder, ports());
    return Arrays.stream(Program.values())
        .filter(Program::server)
        .map(program -> status(program, probe))
        .toList();
  }

  /** Returns whether any of them lives, ready or not. */
  public boolean anyRuns() {
    return Arrays.stream(Program.values()).anyMatch(servers::lives);
  }

  private ServerStatus status(Program program, ServerProbe probe) {
    Optional<ServerProcess> process = servers.state().server(program);
    if (process.isEmpty()) {
      return new ServerStatus(program, ServerStatus.Condition.STOPPED, "");
    }
    String identity = "pid %d, since %s".formatted(process.get().pid(), process.get().started());
    if (!process.get().lives()) {
      String log =
          "%s closes with:%n%s"
              .formatted(log(program), DevServersException.lastLines(log(program)));
      return new ServerStatus(program, ServerStatus.Condition.ENDED, identity + "; " + log);
    }
    return probe.ready(program)
        ? new ServerStatus(
            program, ServerStatus.Condition.READY, identity + ", " + ports().of(program))
        : new ServerStatus(
            program,
            ServerStatus.Condition.UNREADY,
            "%s, does not answer; its log: %s".formatted(identity, log(program)));
  }

  private Ports ports() {
    return servers.state().ports();
  }

  /** Stops them cleanly. */
  @Override
  public synchronized void close() {
    down();
    Stream.ofNullable(hook).forEach(Runtime.getRuntime()::removeShutdownHook);
    hook = null;
  }
}
