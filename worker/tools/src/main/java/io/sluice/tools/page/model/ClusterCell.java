package io.sluice.tools.page.model;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * Shows one cluster.
 *
 * @param since since when it has the status, or was started; empty where the hub does not say
 * @param message what was seen of it; empty where there is nothing to say
 * @param next when its soak and its deadline end
 */
public record ClusterCell(
    String cluster,
    CellStatus status,
    Optional<Instant> since,
    Optional<String> message,
    NextInstants next) {
  public ClusterCell {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(status, "status is null");
    requireNonNull(since, "since is null");
    requireNonNull(message, "message is null");
    requireNonNull(next, "next is null");
  }

  public ClusterCell(String cluster, CellStatus status) {
    this(cluster, status, Optional.empty(), Optional.empty(), NextInstants.NONE);
  }

  public ClusterCell(
      String cluster, CellStatus status, Optional<Instant> since, Optional<String> message) {
    this(cluster, status, since, message, NextInstants.NONE);
  }

  /** Returns the same with another status. */
  public ClusterCell with(CellStatus other) {
    return new ClusterCell(cluster, other, since, message, next);
  }
}
