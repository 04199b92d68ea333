package io.sluice.devservers;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Starts and stops single servers of one data folder, and records each step in the state file. */
final class ServerSet {
  /** Temporal takes up to 3.5 s to close its database. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private static final Duration READY = Duration.ofSeconds(90);
  private static final Duration PORT_RELEASED = Duration.ofSeconds(2);

  private final DataFolder folder;
  private final Map<Program, Path> binaries;
  private final Consumer<String> progress;

  ServerSet(DataFolder folder, Map<Program, Path> binaries, Consumer<String> progress) {
    this.folder = requireNonNull(folder, "folder is null");
    this.binaries = Map.copyOf(binaries);
    this.progress = requireNonNull(progress, "progress is null");
  }

  /** Read each time: another command may have started or stopped servers meanwhile. */
  ServersState state() {
    return ServersState.read(folder.state())
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
    return state().lives(program);
  }

  /** Starts a server that is not there; one that ended on its own is named first. */
  boolean launch(Program program) {
    if (lives(program)) {
      return false;
    }
    if (!has(program)) {
      throw new DevServersException(
          "Cannot start %s: its program is unknown, because it was never started here. Run ./sluice devservers up."
              .formatted(program));
    }
    ServersState state = state();
    state
        .server(program)
        .ifPresent(
            ended ->
                progress.accept(
                    "%s (pid %d, started %s) has ended on its own; starting it again. Its log: %s"
                        .formatted(program, ended.pid(), ended.started(), folder.log(program))));
    requirePorts(program, state.ports());
    List<String> command = ServerCommands.of(program, binaries.get(program), folder, state.ports());
    ServerProcess process = ServerProcess.start(program, command, folder);
    state().with(program, process).write(folder.state());
    return true;
  }

  /** Waits until a server answers, and no longer than it lives. */
  void awaitReady(Program program) {
    long began = System.nanoTime();
    ServerProbe probe = new ServerProbe(folder, state().ports());
    ServerProcess process = state().servers().get(program);
    // The answer alone is not enough: it may come from another program on that port.
    while (!probe.ready(program) || !process.lives()) {
      if (!process.lives()) {
        throw DevServersException.ended(program, process, folder.log(program));
      }
      if (System.nanoTime() > began + READY.toNanos()) {
        throw new DevServersException(
            "Cannot wait longer for %s: it is not ready after %d s. Read %s; it closes with:\n%s"
                .formatted(
                    program,
                    READY.toSeconds(),
                    folder.log(program),
                    DevServersException.lastLines(folder.log(program))));
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new DevServersException(
            "Cannot wait for %s: interrupted. Run it again.".formatted(program));
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
    progress.accept(
        "%-24s ready (waited %.1f s)".formatted(program, (System.nanoTime() - began) / 1e9));
  }

  void stop(Program program) {
    state()
        .server(program)
        .ifPresent(
            process -> {
              if (!process.lives()) {
                progress.accept(
                    "%-24s had ended on its own; its log: %s"
                        .formatted(program, folder.log(program)));
              } else if (process.stop(GRACE)) {
                progress.accept("%-24s stopped".formatted(program));
              } else {
                progress.accept(
                    "%-24s killed: it did not end within %d s"
                        .formatted(program, GRACE.toSeconds()));
              }
              state().without(program).write(folder.state());
            });
  }

  /** Ends it as a crash would; the record stays, so that it counts as one. */
  void kill(Program program) {
    state()
        .server(program)
        .filter(ServerProcess::lives)
        .orElseThrow(
            () ->
                new DevServersException(
                    "Cannot kill %s: it does not run. Start it first.".formatted(program)))
        .kill();
  }

  /** Those that others depend on go last. */
  void stopAll() {
    List.of(Program.TEMPORAL, Program.KUBE_CONTROLLER_MANAGER, Program.KUBE_APISERVER, Program.ETCD)
        .forEach(this::stop);
  }

  private static void requirePorts(Program program, Ports ports) {
    String folder = "another folder (--dir)";
    switch (program) {
      case ETCD -> {
        requirePort(program, ports.etcd(), folder);
        requirePort(program, ports.etcdPeer(), folder);
      }
      case KUBE_APISERVER -> requirePort(program, ports.api(), "--api-port");
      case KUBE_CONTROLLER_MANAGER -> requirePort(program, ports.controllerManager(), folder);
      case TEMPORAL -> {
        requirePort(program, ports.temporal(), "--temporal-port");
        requirePort(program, ports.ui(), "--ui-port");
      }
      case KUBECTL, HELM, PROMTOOL -> throw program.noServer();
    }
  }

  private static void requirePort(Program program, int port, String flag) {
    // The system frees a port a moment after the process that held it has ended.
    long end = System.nanoTime() + PORT_RELEASED.toNanos();
    while (!Ports.free(port)) {
      if (System.nanoTime() > end) {
        throw DevServersException.portTaken(program, port, flag);
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }
}
