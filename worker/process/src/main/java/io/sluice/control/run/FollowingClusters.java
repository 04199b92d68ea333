package io.sluice.control.run;

import io.sluice.beside.PropagatorDelay;
import io.sluice.policy.Replica;
import io.sluice.rollout.Report;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the clusters on pages whose replica OCM's propagator still has time to make enforce ({@link
 * PropagatorDelay}): no event tells when it is late.
 */
public final class FollowingClusters {
  private final Map<String, Instant> ends = new HashMap<>();

  /** Returns the report on a replica; empty while the propagator has time to follow. */
  public Optional<Report> judged(Replica replica, Report report, Instant now) {
    Optional<Report> told = PropagatorDelay.judged(replica, report, now);
    if (told.isEmpty()) {
      PropagatorDelay.end(replica).ifPresent(end -> ends.put(replica.cluster(), end));
    }
    return told;
  }

  /** Drops a cluster: it is judged anew. */
  public void forget(String cluster) {
    ends.remove(cluster);
  }

  /** Returns when the propagator is late next, if it does not follow until then. */
  public Optional<Instant> next() {
    return ends.values().stream().min(Comparator.naturalOrder());
  }

  /** Returns the clusters on which it had time until now. */
  public List<String> due(Instant now) {
    return ends.entrySet().stream()
        .filter(entry -> !entry.getValue().isAfter(now))
        .map(Map.Entry::getKey)
        .toList();
  }
}
