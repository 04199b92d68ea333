package io.sluice.simulator.spoke;

import static java.util.Objects.requireNonNull;

import java.util.Map;

/** Asks for one write: this whole status, on the replica as it was read. */
record SpokeReport(SpokeReplica replica, Map<String, Object> status) {
  SpokeReport {
    requireNonNull(replica, "replica is null");
    requireNonNull(status, "status is null");
  }
}
