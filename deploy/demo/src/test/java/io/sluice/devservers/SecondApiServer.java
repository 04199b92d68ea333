package io.sluice.devservers;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.sluice.process.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Runs another API server on the etcd of development servers, as a hub of several has it. */
public final class SecondApiServer implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final DataFolder shared;
  private final DataFolder own;
  private final Ports ports;
  private final ServerProcess process;

  private SecondApiServer(DataFolder shared, DataFolder own, Ports ports, Path binary) {
    this.shared = shared;
    this.own = own;
    this.ports = ports;
    List<String> command =
        new ArrayList<>(ServerCommands.of(Program.KUBE_APISERVER, binary, shared, ports));
    command.replaceAll(
        word -> word.equals(shared.auditLog().toString()) ? own.auditLog().toString() : word);
    this.process = ServerProcess.start(Program.KUBE_APISERVER, command, own);
  }

  /** Starts one and waits until it is ready. */
  public static SecondApiServer start(DevServers servers) {
    Path root = servers.kubeconfig().getParent();
    DataFolder shared = new DataFolder(root);
    ServersState state = ServersState.read(shared.state()).orElseThrow();
    Map<Program, Path> binaries = new Installation(System.getenv(), line -> {}).present();
    Ports known = state.ports();
    Ports ports =
        known.with(new DevServersOptions(root, Ports.choose(new Random(known.api())).api(), 0, 0));
    SecondApiServer second =
        new SecondApiServer(
            shared,
            new DataFolder(root.resolve("second")),
            ports,
            binaries.get(Program.KUBE_APISERVER));
    ServerProbe probe = new ServerProbe(shared, ports);
    Patience.await("second API server")
        .until(() -> second.process.lives() && probe.ready(Program.KUBE_APISERVER));
    return second;
  }

  /** Connects to it as that user of these groups. The caller closes it. */
  public KubernetesClient client(String user, String... groups) {
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder(Config.fromKubeconfig(shared.kubeconfig().toFile()))
                .withMasterUrl("https://127.0.0.1:%d/".formatted(ports.api()))
                .withImpersonateUsername(user)
                .withImpersonateGroups(groups)
                .build())
        .build();
  }

  public AuditLog audit() {
    return new AuditLog(own.auditLog());
  }

  @Override
  public void close() {
    process.stop(GRACE);
  }
}
