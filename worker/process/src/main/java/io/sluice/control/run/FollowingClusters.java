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
 * Remembers the clusters on pages whose replica does not enforce yet, until OCM's propagator is
 * late ({@link PropagatorDelay}): no event shows that it is.
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

  /** Returns the next instant at which the propagator is late, if it has not followed by then. */
  public Optional<Instant> next() {
    return ends.values().stream().min(Comparator.naturalOrder());
  }

  /** Returns the clusters on which its time is over. */
  public List<String> due(Instant now) {
    return ends.entrySet().stream()
        .filter(entry -> !entry.getValue().isAfter(now))
        .map(Map.Entry::getKey)
        .toList();
  }
}
