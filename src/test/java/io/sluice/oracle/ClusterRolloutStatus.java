package io.sluice.oracle;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Holds what is known of one cluster (rollout-strategy 2.1).
 *
 * @param status OCM's status; an unknown one behaves as {@code Progressing} and keeps its spelling
 * @param since the instant that the status's clock runs from; absent: now
 * @param minSoak a floor for the soak of this cluster
 */
public record ClusterRolloutStatus(
    String cluster, GroupKey group, String status, Optional<Instant> since, Duration minSoak) {
  public ClusterRolloutStatus {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(group, "group is null");
    requireNonNull(status, "status is null");
    requireNonNull(since, "since is null");
    requireNonNull(minSoak, "minSoak is null");
  }

  public static ClusterRolloutStatus of(String cluster, GroupKey group, ClusterStatus status) {
    return new ClusterRolloutStatus(
        cluster, group, status.label(), Optional.empty(), Duration.ZERO);
  }

  public ClusterRolloutStatus since(Instant instant) {
    return new ClusterRolloutStatus(cluster, group, status, Optional.of(instant), minSoak);
  }

  public ClusterRolloutStatus withMinSoak(Duration floor) {
    return new ClusterRolloutStatus(cluster, group, status, since, floor);
  }
}
