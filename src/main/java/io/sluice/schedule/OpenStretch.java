package io.sluice.schedule;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Says how many clusters may start from one instant to another.
 *
 * @param to exclusive
 * @param open how many of them may start
 * @param clusters how many were asked about, at least 1
 */
public record OpenStretch(Instant from, Instant to, int open, int clusters) {
  public OpenStretch {
    requireNonNull(from, "from is null");
    requireNonNull(to, "to is null");
  }

  /** Returns whether all of them may start. */
  public boolean openToAll() {
    return open == clusters;
  }

  /** Returns whether none of them may start. */
  public boolean closed() {
    return open == 0;
  }
}
