package io.sluice.control.gate;

import io.sluice.hub.client.CachedReplica;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** Finds the replicas of which something has held for a while, that should pass by itself. */
final class ReplicaPatience {
  private final Duration patience;
  private final Map<PolicyName, Map<String, Instant>> waiting = new ConcurrentHashMap<>();

  ReplicaPatience(Duration patience) {
    this.patience = patience;
  }

  /**
   * What there is to do.
   *
   * @param replicas of which it has held for long enough
   * @param again when to look again without a change on the hub; empty if it holds of none
   */
  record Due(List<CachedReplica> replicas, Optional<Instant> again) {}

  /** Looks at the replicas of one policy. */
  Due due(
      PolicyName policy,
      Map<String, CachedReplica> replicas,
      Predicate<CachedReplica> waits,
      Instant now) {
    Map<String, Instant> known = waiting.getOrDefault(policy, Map.of());
    Map<String, Instant> since = new HashMap<>();
    replicas.forEach(
        (cluster, replica) -> {
          if (waits.test(replica)) {
            since.put(cluster, known.getOrDefault(cluster, now));
          }
        });
    if (since.isEmpty()) {
      waiting.remove(policy);
      return new Due(List.of(), Optional.empty());
    }
    waiting.put(policy, since);
    List<CachedReplica> due =
        replicas.entrySet().stream()
            .filter(entry -> since.containsKey(entry.getKey()))
            .filter(entry -> !now.isBefore(since.get(entry.getKey()).plus(patience)))
            .map(Map.Entry::getValue)
            .toList();
    return new Due(due, Optional.of(now.plus(patience)));
  }
}
