package io.sluice.watch;

import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Holds removals back until a cluster has been missing for a while (placement 11.3): writers of
 * placement decisions lose a cluster for a moment.
 *
 * <p>A cluster that the hub does not manage any more goes at once.
 */
final class DelayedRemovals {
  private final Duration grace;
  private final Predicate<String> managed;
  private final Map<PolicyName, Map<String, Instant>> missing = new ConcurrentHashMap<>();

  DelayedRemovals(Duration grace, Predicate<String> managed) {
    this.grace = grace;
    this.managed = managed;
  }

  /** What is to be removed now, and when to look again. */
  record Due(List<String> clusters, Optional<Instant> next) {}

  /**
   * Enters which clusters are missing at this moment.
   *
   * @param leaving every cluster that has a replica, but is not selected by a coherent snapshot
   */
  Due due(PolicyName policy, Collection<String> leaving, Instant now) {
    Map<String, Instant> former = missing.getOrDefault(policy, Map.of());
    Map<String, Instant> since = new HashMap<>();
    leaving.forEach(cluster -> since.put(cluster, former.getOrDefault(cluster, now)));
    if (since.isEmpty()) {
      missing.remove(policy);
    } else {
      missing.put(policy, since);
    }
    List<String> over =
        since.keySet().stream()
            .filter(name -> !managed.test(name) || !since.get(name).plus(grace).isAfter(now))
            .sorted()
            .toList();
    Optional<Instant> next =
        since.entrySet().stream()
            .filter(entry -> !over.contains(entry.getKey()))
            .map(entry -> entry.getValue().plus(grace))
            .min(Instant::compareTo);
    return new Due(over, next);
  }
}
