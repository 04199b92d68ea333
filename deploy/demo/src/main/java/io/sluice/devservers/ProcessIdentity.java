package io.sluice.devservers;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Instant;

/**
 * Identifies a process that was started here.
 *
 * @param started as the system tells it: a process id may be given to another program later
 */
record ProcessIdentity(long pid, Instant started, Path binary) {
  ProcessIdentity {
    requireNonNull(started, "started is null");
    requireNonNull(binary, "binary is null");
  }
}
