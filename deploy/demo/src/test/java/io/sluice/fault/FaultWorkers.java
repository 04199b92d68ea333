package io.sluice.fault;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.Config;
import io.sluice.devservers.DevServers;
import io.sluice.process.WorkerJvm;
import io.sluice.simulator.network.LossyProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs two workers, each of which reaches the hub through a proxy of its own. */
final class FaultWorkers implements AutoCloseable {
  private static final String ADDRESS = "server: https://127.0.0.1:[0-9]+";

  private final DevServers servers;
  private final Path folder;
  private final List<LossyProxy> proxies = new ArrayList<>();
  private final List<WorkerJvm> workers = new ArrayList<>();
  private Optional<StormProxy> storm = Optional.empty();

  FaultWorkers(DevServers servers) {
    this.servers = servers;
    this.folder = servers.kubeconfig().resolveSibling("logs");
    for (int i = 0; i < 2; i++) {
      proxies.add(LossyProxy.to(servers.hub().getPort()));
      workers.add(start(i));
    }
    awaitLeader();
  }

  private WorkerJvm start(int index) {
    Path kubeconfig = folder.resolve("worker-%d.yaml".formatted(index));
    storm.ifPresentOrElse(
        proxy -> proxy.kubeconfig(servers.workerKubeconfig(), kubeconfig),
        () -> write(kubeconfig, "server: https://127.0.0.1:" + proxies.get(index).port()));
    return WorkerJvm.start(
        kubeconfig,
        servers.temporalTarget(),
        folder.resolve("worker-%d.log".formatted(index)),
        "--soak-floor",
        "1s",
        "--lease-identity",
        "worker-" + index);
  }

  private void write(Path kubeconfig, String server) {
    try {
      Files.writeString(
          kubeconfig, Files.readString(servers.workerKubeconfig()).replaceAll(ADDRESS, server));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + kubeconfig, e);
    }
  }

  void awaitLeader() {
    await().atMost(WorkerJvm.START).until(() -> workers.stream().anyMatch(WorkerJvm::leads));
  }

  /** Returns the worker that leads, once there is one. */
  int leader() {
    awaitLeader();
    return workers.get(0).leads() ? 0 : 1;
  }

  int follower() {
    return 1 - leader();
  }

  LossyProxy proxy(int worker) {
    return proxies.get(worker);
  }

  List<LossyProxy> proxies() {
    return proxies;
  }

  /** Kills a worker, and starts it again under its name. */
  void restart(int worker) throws InterruptedException {
    workers.get(worker).kill();
    workers.set(worker, start(worker));
  }

  void freeze(int worker) {
    workers.get(worker).signal("STOP");
  }

  void thaw(int worker) {
    workers.get(worker).signal("CONT");
  }

  /** Starts both workers again, behind a proxy that fails requests. */
  StormProxy storm(Config hub, long seed) throws InterruptedException {
    StormProxy proxy = StormProxy.to(hub, seed);
    storm = Optional.of(proxy);
    restart(0);
    restart(1);
    return proxy;
  }

  /** Starts both workers again, without that proxy. */
  void calm() throws InterruptedException {
    StormProxy former = storm.orElseThrow();
    storm = Optional.empty();
    restart(0);
    restart(1);
    former.close();
  }

  @Override
  public void close() {
    workers.forEach(WorkerJvm::close);
    proxies.forEach(LossyProxy::close);
    storm.ifPresent(StormProxy::close);
  }
}
