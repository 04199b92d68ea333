package io.sluice.oracle;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.tracking.ClusterClass;
import java.util.Optional;

/**
 * Joins a cluster of the fleet with its group and with where it stands, after its clocks were read
 * (rollout-strategy F4).
 *
 * @param expired whether its deadline was found to be over by this very call
 * @param entry what the lists show: of a cluster in flight or just expired always, of one not
 *     started if the caller gave an entry, of others never
 */
record ClassifiedCluster(
    String cluster,
    GroupKey group,
    ClusterClass place,
    boolean expired,
    Optional<ResultEntry> entry) {
  boolean notStarted() {
    return place == ClusterClass.NOT_STARTED;
  }

  boolean inFlight() {
    return place == ClusterClass.IN_FLIGHT || place == ClusterClass.FAILED_IN_FLIGHT;
  }

  /** The entry to start it with, as if nothing had been known of it (rollout-strategy F14). */
  ResultEntry afresh() {
    return new ResultEntry(
        cluster, group, ClusterStatus.TO_APPLY.label(), Optional.empty(), Optional.empty());
  }

  /** The entry to start it with; one that was given as ToApply stays as it is (F14). */
  ResultEntry asGiven() {
    return entry.orElseGet(this::afresh);
  }
}
