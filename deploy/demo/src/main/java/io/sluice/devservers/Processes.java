package io.sluice.devservers;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Looks at processes by their id, and ends them; never one that merely got the same id. */
final class Processes {
  // The system tells start times against its idea of when it was booted, which may shift a little.
  private static final Duration TOLERANCE = Duration.ofSeconds(10);

  private Processes() {}

  static boolean lives(ProcessIdentity running) {
    return find(running).isPresent();
  }

  /** Asks it to end; afterwards, or after the grace, it is gone. */
  static boolean stop(ProcessIdentity running, Duration grace) {
    find(running).ifPresent(ProcessHandle::destroy);
    if (ended(running, grace)) {
      return true;
    }
    kill(running);
    return false;
  }

  static void kill(ProcessIdentity running) {
    find(running).ifPresent(ProcessHandle::destroyForcibly);
    if (!ended(running, Duration.ofSeconds(10))) {
      throw new DevServersException(
          "Cannot stop process %d (%s): it does not end. End it with kill -9 %d."
              .formatted(running.pid(), running.binary().getFileName(), running.pid()));
    }
  }

  static ProcessIdentity of(Process process, Path binary) {
    Instant started = process.info().startInstant().orElseGet(Instant::now);
    return new ProcessIdentity(process.pid(), started, binary);
  }

  private static boolean ended(ProcessIdentity running, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    while (lives(running)) {
      if (System.nanoTime() > end) {
        return false;
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    return true;
  }

  private static Optional<ProcessHandle> find(ProcessIdentity running) {
    return ProcessHandle.of(running.pid())
        .filter(ProcessHandle::isAlive)
        .filter(handle -> same(running, handle.info()));
  }

  // A process that ended but was not collected by its parent has no command any more.
  private static boolean same(ProcessIdentity running, ProcessHandle.Info info) {
    String name = running.binary().getFileName().toString();
    boolean command =
        info.command().map(path -> path.endsWith("/" + name) || launching(path)).orElse(false);
    return command
        && info.startInstant()
            .map(at -> Duration.between(running.started(), at).abs().compareTo(TOLERANCE) <= 0)
            .orElse(true);
  }

  // Between fork and exec, the process still bears the launcher's name.
  private static boolean launching(String path) {
    return path.endsWith("/setsid") || path.endsWith("/nohup") || path.endsWith("/jspawnhelper");
  }
}
