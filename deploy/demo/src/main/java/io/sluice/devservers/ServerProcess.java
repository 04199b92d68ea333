package io.sluice.devservers;

import static java.util.Objects.requireNonNull;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Identifies a server process that was started here; another process that merely got the same id is
 * never touched.
 *
 * @param started as the system reports it: a process id may be given to another program later
 */
record ServerProcess(long pid, Instant started, Path binary) {
  // The system counts start times from when it was booted, an instant that may shift a little.
  private static final Duration TOLERANCE = Duration.ofSeconds(10);

  ServerProcess {
    requireNonNull(started, "started is null");
    requireNonNull(binary, "binary is null");
  }

  static ServerProcess of(Process process, Path binary) {
    Instant started = process.info().startInstant().orElseGet(Instant::now);
    return new ServerProcess(process.pid(), started, binary);
  }

  /**
   * Starts a server that lives on when this program ends. In a session of its own, the terminal's
   * Ctrl-C and hang-up do not reach it.
   *
   * @param command its first word is the binary
   */
  static ServerProcess start(Program program, List<String> command, DataFolder folder) {
    Path log = folder.log(program);
    Path binary = Path.of(command.get(0));
    try {
      Files.createDirectories(log.getParent());
      List<String> detached = new ArrayList<>(detacher());
      detached.addAll(command);
      ProcessBuilder builder =
          new ProcessBuilder(detached)
              .directory(folder.root().toFile())
              .redirectInput(new File("/dev/null"))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      // etcd and temporal read settings from there that would overrule or join our flags.
      builder
          .environment()
          .keySet()
          .removeIf(name -> name.startsWith("ETCD_") || name.startsWith("TEMPORAL_"));
      return of(builder.start(), binary);
    } catch (IOException e) {
      throw new DevServersException(
          "Cannot start %s: %s. Check that %s is a program for this machine and that %s can be written."
              .formatted(program, e.getMessage(), binary, log),
          e);
    }
  }

  /** Both replace themselves by the server, so that the process id stays. */
  private static List<String> detacher() {
    return Stream.of("/usr/bin/setsid", "/usr/bin/nohup")
        .filter(path -> Files.isExecutable(Path.of(path)))
        .limit(1)
        .toList();
  }

  boolean lives() {
    return find().isPresent();
  }

  /** Asks it to end, and kills it after the grace; returns whether it ended by itself. */
  boolean stop(Duration grace) {
    find().ifPresent(ProcessHandle::destroy);
    if (endsWithin(grace)) {
      return true;
    }
    kill();
    return false;
  }

  void kill() {
    find().ifPresent(ProcessHandle::destroyForcibly);
    if (!endsWithin(Duration.ofSeconds(10))) {
      throw new DevServersException(
          "Cannot stop process %d (%s): it does not end. End it with kill -9 %d."
              .formatted(pid, binary.getFileName(), pid));
    }
  }

  private boolean endsWithin(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    while (lives()) {
      if (System.nanoTime() > end) {
        return false;
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    return true;
  }

  private Optional<ProcessHandle> find() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(handle -> matches(handle.info()));
  }

  // A process that ended but was not collected by its parent has no command any more.
  private boolean matches(ProcessHandle.Info info) {
    String name = "/" + binary.getFileName();
    boolean command =
        info.command().filter(path -> path.endsWith(name) || launching(path)).isPresent();
    return command
        && info.startInstant()
            .map(at -> Duration.between(started, at).abs().compareTo(TOLERANCE) <= 0)
            .orElse(true);
  }

  // Between fork and exec, the process still bears the launcher's name.
  private static boolean launching(String path) {
    return path.endsWith("/setsid") || path.endsWith("/nohup") || path.endsWith("/jspawnhelper");
  }
}
