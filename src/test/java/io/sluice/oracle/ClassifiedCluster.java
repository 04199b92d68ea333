package io.sluice.oracle;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import java.util.Optional;

/** Joins a cluster of the fleet with its group and with where it stands. */
record ClassifiedCluster(String cluster, GroupKey group, ClusterClass standing) {
  /** The entry to start it with, as if nothing had been known of it (rollout-strategy F14). */
  ResultEntry afresh() {
    return new ResultEntry(
        cluster, group, ClusterStatus.TO_APPLY.label(), Optional.empty(), Optional.empty());
  }

  /** The entry to start it with; one that was given as ToApply stays as it is (F14). */
  ResultEntry asGiven() {
    return standing.entry().orElseGet(this::afresh);
  }
}
