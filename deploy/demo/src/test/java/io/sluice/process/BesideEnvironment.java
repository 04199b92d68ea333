package io.sluice.process;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.AuditLog;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.Kubectl;
import io.sluice.devservers.SharedDevServers;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs a hub as OCM ships it, with servers of its own: the kinds of policies without Sluice's
 * fields, a propagator under its own user, and one worker with the rights of {@code
 * deploy/rbac/beside} that decides its mode by itself. Sluice is installed as docs/beside.md says.
 */
public final class BesideEnvironment {
  public static final String WORKER = "sluice";
  public static final String PROPAGATOR = "governance-policy-propagator";
  private static final String POLICY_KINDS = "deploy/crds/ocm/policy.open-cluster-management.io_";

  private static BesideEnvironment running;

  private final DevServers servers;
  private final Kubectl kubectl;
  private final Propagator propagator;
  private WorkerJvm worker;
  private int workers;

  private BesideEnvironment(Path folder) {
    servers = DevServers.start(folder);
    kubectl = new Kubectl(servers, folder.resolve("kubectl"));
    shipped();
    documentedCommands().forEach(this::run);
    propagator =
        Propagator.start(impersonating(PROPAGATOR, "system:masters"), PropagatorOptions.DEFAULTS);
    worker = start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> worker.close(), "stop-worker"));
  }

  /** Returns the one of this JVM; a worker leads there. */
  public static synchronized BesideEnvironment get() {
    SharedDevServers.requirePrograms();
    if (running == null) {
      running = new BesideEnvironment(folder());
    }
    await().atMost(WorkerJvm.START).until(running.worker::leads);
    return running;
  }

  private static Path folder() {
    try {
      Path build = Path.of(System.getProperty("sluice.build", "target"));
      Files.createDirectories(build);
      return Files.createTempDirectory(build.toAbsolutePath(), "beside-servers");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes the hub of the development servers what OCM installs. */
  private void shipped() {
    for (String kind : List.of("policies", "placementbindings", "policysets")) {
      // By the manager that had put in the fields: so they go.
      run(
          "kubectl apply --server-side --force-conflicts --field-manager=sluice-devservers -f "
              + POLICY_KINDS
              + kind
              + ".yaml");
    }
    // Served before: one that is about to be served would be gone after five minutes only.
    run("kubectl get rollouts.cluster.open-cluster-management.io -A");
    run("kubectl delete crd rollouts.cluster.open-cluster-management.io");
    run("kubectl delete clusterrolebinding sluice sluice-placement");
    run("kubectl delete -n sluice-system role,rolebinding sluice-leader");
  }

  /** Returns what the manual tells users to run, but for the worker. */
  static List<String> documentedCommands() {
    try {
      String manual = Files.readString(Path.of("../docs/beside.md"));
      String begin = manual.substring(manual.indexOf("## Begin"));
      return Stream.of(begin.split("```")[1].split("\n"))
          .map(line -> line.replaceAll("#.*", "").strip())
          .filter(line -> line.startsWith("kubectl "))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a command as it is written for users, in the folder of the project. */
  String run(String command) {
    String[] words = command.replace(" deploy/", " ../deploy/").split("\\s+");
    Kubectl.Output output = kubectl.run(Stream.of(words).skip(1).toList().toArray(String[]::new));
    if (output.code() != 0) {
      throw new IllegalStateException("%s: %s".formatted(command, output.output()));
    }
    return output.output();
  }

  /** Connects as that user of these groups. The caller closes it. */
  KubernetesClient impersonating(String user, String... groups) {
    return servers.client(user, groups);
  }

  public DevServers servers() {
    return servers;
  }

  Propagator propagator() {
    return propagator;
  }

  public AuditLog audit() {
    return new AuditLog(servers.auditLog());
  }

  /**
   * Returns what Sluice wrote, or tried to write, of a policy, a replica, a set or a status.
   *
   * @param since a position of the audit log: with the gate it may write replicas
   */
  List<AuditLog.Entry> forbiddenWrites(long since) {
    return audit().from(since).stream()
        .filter(entry -> entry.user().equals(WORKER))
        .filter(AuditLog.Entry::writes)
        .filter(
            entry ->
                entry.resource().startsWith("policies")
                    || entry.resource().startsWith("policysets")
                    || entry.resource().startsWith("controllerrevisions"))
        .toList();
  }

  public WorkerJvm worker() {
    return worker;
  }

  private WorkerJvm start() {
    return start(WorkerJvm.CHART, servers.workerKubeconfig());
  }

  private WorkerJvm start(List<String> java, Path kubeconfig) {
    // The identity is stable, as in a StatefulSet: a worker that restarts leads at once.
    return WorkerJvm.start(
        java,
        kubeconfig,
        servers,
        servers.kubeconfig().resolveSibling("worker-%d.log".formatted(workers++)),
        "--soak-floor",
        "1s",
        "--lease-identity",
        "sluice-0");
  }

  /** Kills the worker as {@code kill -9} does, and starts another. */
  public void replaceWorker() throws InterruptedException {
    replaceWorker(servers.workerKubeconfig());
  }

  /** The same; the other one reaches the hub by this file. */
  public void replaceWorker(Path kubeconfig) throws InterruptedException {
    replaceWorker(WorkerJvm.CHART, kubeconfig);
  }

  /** The same; the other one's JVM has these options. */
  public void replaceWorker(List<String> java) throws InterruptedException {
    replaceWorker(java, servers.workerKubeconfig());
  }

  private void replaceWorker(List<String> java, Path kubeconfig) throws InterruptedException {
    worker.kill();
    worker = start(java, kubeconfig);
  }
}
