package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * Names a process in Temporal: by the name that it has on the Lease, which no other process shares
 * at the same time, and by its start.
 *
 * @param start differs from that of a former process of this name
 */
public record WorkerIdentity(String name, String start) {
  private static final char SEPARATOR = '/';

  public WorkerIdentity {
    requireNonNull(name, "name is null");
    requireNonNull(start, "start is null");
  }

  /** Returns the identity of a process that starts now under this name. */
  public static WorkerIdentity starting(String name) {
    return new WorkerIdentity(name, UUID.randomUUID().toString().substring(0, 8));
  }

  /** Returns whether a former process of this name called itself so: it has ended. */
  boolean isFormer(String other) {
    int end = other.lastIndexOf(SEPARATOR);
    return end >= 0
        && other.substring(0, end).equals(name)
        && !other.substring(end + 1).equals(start);
  }

  @Override
  public String toString() {
    return name + SEPARATOR + start;
  }
}
