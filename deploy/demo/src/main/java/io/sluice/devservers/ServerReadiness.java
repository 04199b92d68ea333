package io.sluice.devservers;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits until a server answers, and no longer than it lives. */
final class ServerReadiness {
  private static final Duration INTERVAL = Duration.ofMillis(50);
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private final DataFolder folder;

  ServerReadiness(DataFolder folder) {
    this.folder = folder;
  }

  void await(Program program, ProcessIdentity running, BooleanSupplier ready) {
    long end = System.nanoTime() + LIMIT.toNanos();
    // The answer alone is not enough: it may come from somebody else on that port.
    while (!ready.getAsBoolean() || !Processes.lives(running)) {
      if (!Processes.lives(running)) {
        throw ended(program, running, folder);
      }
      if (System.nanoTime() > end) {
        throw new DevServersException(
            "Cannot wait longer for %s: it is not ready after %d s. Read %s; it closes with:\n%s"
                .formatted(
                    program,
                    LIMIT.toSeconds(),
                    folder.log(program),
                    LogTail.of(folder.log(program))));
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new DevServersException(
            "Cannot wait for %s: interrupted. Run it again.".formatted(program));
      }
      LockSupport.parkNanos(INTERVAL.toNanos());
    }
  }

  static DevServersException ended(Program program, ProcessIdentity running, DataFolder folder) {
    return DevServersException.ended(
        program,
        "on its own (pid %d, started %s)".formatted(running.pid(), running.started()),
        folder.log(program),
        LogTail.of(folder.log(program)));
  }
}
