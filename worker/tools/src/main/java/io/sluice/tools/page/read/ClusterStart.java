package io.sluice.tools.page.read;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Holds when a cluster was started, as the hub records it; its deadline runs from then.
 *
 * @param rolloutUid of the attempt that started it
 */
record ClusterStart(String rolloutUid, Instant at) {
  ClusterStart {
    requireNonNull(rolloutUid, "rolloutUid is null");
    requireNonNull(at, "at is null");
  }
}
