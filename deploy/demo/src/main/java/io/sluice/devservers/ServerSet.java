package io.sluice.devservers;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Starts and stops single servers of one data folder, and records each step in the state file. */
final class ServerSet {
  /** Temporal takes up to 3.5 s to close its database. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private static final Duration PORT_RELEASED = Duration.ofSeconds(2);

  private final DataFolder folder;
  private final StateFile file;
  private final Map<Program, Binary> binaries;
  private final Consumer<String> news;

  ServerSet(
      DataFolder folder, StateFile file, Map<Program, Binary> binaries, Consumer<String> news) {
    this.folder = requireNonNull(folder, "folder is null");
    this.file = requireNonNull(file, "file is null");
    this.binaries = Map.copyOf(binaries);
    this.news = requireNonNull(news, "news is null");
  }

  /** Read each time: another command may have started or stopped servers meanwhile. */
  ServersState state() {
    return file.read()
        .orElseThrow(
            () ->
                new DevServersException(
                    "Cannot find servers in %s: its state file is gone. Run ./sluice devservers up."
                        .formatted(folder.root())));
  }

  boolean has(Program program) {
    return binaries.containsKey(program);
  }

  boolean lives(Program program) {
    return state().server(program).map(Processes::lives).orElse(false);
  }

  /** Starts a server that is not there; one that ended on its own is named first. */
  boolean launch(Program program) {
    if (lives(program)) {
      return false;
    }
    if (!has(program)) {
      throw new DevServersException(
          "Cannot start %s: nothing was started here that tells where it is. Run ./sluice devservers up."
              .formatted(program));
    }
    state()
        .server(program)
        .ifPresent(
            ended ->
                news.accept(
                    "%s (pid %d, started %s) has ended on its own; starting it again. Its log: %s"
                        .formatted(program, ended.pid(), ended.started(), folder.log(program))));
    requirePorts(program);
    ProcessIdentity running =
        new ProcessLauncher(folder).start(binaries.get(program), command(program));
    file.write(state().with(program, running));
    return true;
  }

  void awaitReady(Program program) {
    long began = System.nanoTime();
    ServerHealth health = new ServerHealth(folder, state().ports());
    new ServerReadiness(folder)
        .await(program, state().servers().get(program), () -> health.ready(program));
    news.accept(
        "%-24s ready (waited %.1f s)".formatted(program, (System.nanoTime() - began) / 1e9));
  }

  void stop(Program program) {
    state()
        .server(program)
        .ifPresent(
            running -> {
              if (!Processes.lives(running)) {
                news.accept(
                    "%-24s had ended on its own; its log: %s"
                        .formatted(program, folder.log(program)));
              } else if (Processes.stop(running, GRACE)) {
                news.accept("%-24s stopped".formatted(program));
              } else {
                news.accept(
                    "%-24s killed: it did not end within %d s"
                        .formatted(program, GRACE.toSeconds()));
              }
              file.write(state().without(program));
            });
  }

  /** Ends it as a crash would; the record stays, so that it counts as one. */
  void kill(Program program) {
    ProcessIdentity running =
        state()
            .server(program)
            .filter(Processes::lives)
            .orElseThrow(
                () ->
                    new DevServersException(
                        "Cannot kill %s: it does not run. Start it first.".formatted(program)));
    Processes.kill(running);
  }

  /** Those that others lean on go last. */
  void stopAll() {
    List.of(Program.TEMPORAL, Program.KUBE_CONTROLLER_MANAGER, Program.KUBE_APISERVER, Program.ETCD)
        .forEach(this::stop);
  }

  private List<String> command(Program program) {
    Binary binary = binaries.get(program);
    return switch (program) {
      case ETCD -> EtcdCommand.of(binary, folder, state().ports());
      case KUBE_APISERVER -> ApiServerCommand.of(binary, folder, state().ports());
      case KUBE_CONTROLLER_MANAGER -> ControllerManagerCommand.of(binary, folder, state().ports());
      case TEMPORAL -> TemporalServerCommand.of(binary, folder, state().ports());
      case KUBECTL -> throw new IllegalArgumentException("kubectl is no server");
    };
  }

  private void requirePorts(Program program) {
    Ports ports = state().ports();
    switch (program) {
      case ETCD -> {
        require(program, ports.etcd(), "another folder (--dir)");
        require(program, ports.etcdPeer(), "another folder (--dir)");
      }
      case KUBE_APISERVER -> require(program, ports.api(), "--api-port");
      case KUBE_CONTROLLER_MANAGER ->
          require(program, ports.controllerManager(), "another folder (--dir)");
      case TEMPORAL -> {
        require(program, ports.temporal(), "--temporal-port");
        require(program, ports.ui(), "--ui-port");
      }
      case KUBECTL -> throw new IllegalArgumentException("kubectl is no server");
    }
  }

  private static void require(Program program, int port, String flag) {
    // The system lets go of a port a moment after the process that held it has ended.
    long end = System.nanoTime() + PORT_RELEASED.toNanos();
    while (!FreePorts.free(port)) {
      if (System.nanoTime() > end) {
        throw DevServersException.portTaken(program, port, flag);
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }
}
